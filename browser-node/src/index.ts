export { type EgressProxy, startEgressProxy } from './egress/proxy.js';
export { egressSwitches } from './egress/switches.js';
