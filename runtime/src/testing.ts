export { isPublicAddress } from './egress/address-policy.js';
