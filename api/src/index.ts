export { AccountDirectory } from './accounts/directory.js';
export { readAccounts, seedAccounts } from './accounts/environment.js';
export { readMasterKey } from './accounts/sealing.js';
export { AccountStore, type SeededAccount } from './accounts/store.js';
export { signV1, signV2 } from './auth/signature.js';
export { readConfig as readApiConfig } from './config.js';
export { provision } from './provision.js';
export { readIndexedResults } from './render/indexed-results.js';
export { adminRouter } from './routes/admin.js';
