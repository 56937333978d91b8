export { isSecretRemoved, readAccounts } from './accounts/environment.js';
export type { SeededAccount } from './accounts/store.js';
export { signV1 } from './auth/signature.js';
export { readConfig as readApiConfig } from './config.js';
export { provision } from './provision.js';
export { readIndexedResults } from './render/results/result-index.js';
