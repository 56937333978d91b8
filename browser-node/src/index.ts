export { type BrowserProcess, launchBrowser } from './browser/launch.js';
export { Page } from './browser/page.js';
export { fields as metadataFields } from './capture/metadata/fields.js';
export { readConfig as readNodeConfig } from './config.js';
export { type EgressProxy, startEgressProxy } from './egress/proxy.js';
export { egressSwitches } from './egress/switches.js';
