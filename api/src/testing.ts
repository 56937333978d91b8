/** For tests of other packages; programs import the package itself. */
export { AccountDirectory } from './accounts/directory.js';
export { seedAccounts } from './accounts/environment.js';
export { PresetStore } from './accounts/presets/preset-store.js';
export { AccountStore } from './accounts/store.js';
export { type BlobStore, blobName } from './blobs/blob-store.js';
export { createGuardedHandler } from './blobs/guarded-handler.js';
export { KvBlobs } from './blobs/kv-blobs.js';
export { S3Blobs } from './blobs/s3-blobs.js';
export { type OnS3Request, openS3Bucket, type S3Settings } from './blobs/s3-bucket.js';
export { keyOf } from './render/identity.js';
export { type ResultRecord, resultRecordSchema } from './render/results/result-record.js';
export { adminRouter } from './routes/admin.js';
export { HttpSessionAgent } from './sessions/agent/http-session-agent.js';
export { closeSession } from './sessions/close/close-session.js';
export type { SessionDependencies } from './sessions/dependencies.js';
export { openSession, type SessionOrder } from './sessions/open/open-session.js';
export { isActive } from './sessions/read/session-view.js';
