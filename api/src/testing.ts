/** For tests of other packages; programs import the package itself. */

export { AccountStorage } from './account-storage/account-storage.js';
export { UploadTargets } from './account-storage/upload-targets.js';
export { AccountDirectory } from './accounts/directory.js';
export { seedAccounts } from './accounts/environment.js';
export { PresetStore } from './accounts/presets/preset-store.js';
export { AccountStore } from './accounts/store.js';
export { createApp } from './app.js';
export { ToolCalls } from './mcp/calls/tool-calls.js';
export { createHostCheck } from './mcp/protocol/allowed-hosts.js';
export { Exchanges } from './mcp/protocol/exchange.js';
export type { Tool, ToolAnswer } from './mcp/tool.js';
export { ProfileStore } from './profiles/profile-store.js';
export { keyOf, secretsKeyOf } from './render/identity.js';
export { type ResultRecord, resultRecordSchema } from './render/results/result-record.js';
export { type BlobStore, blobName } from './result-bytes/blob-store.js';
export { KvBlobs } from './result-bytes/kv-blobs.js';
export { S3Blobs } from './result-bytes/s3-blobs.js';
export { adminRouter } from './routes/admin.js';
export { mcpRoutes } from './routes/mcp.js';
export { createGuardedHandler } from './s3/guarded-handler.js';
export { type OnS3Request, openS3Bucket, type S3Settings } from './s3/s3-bucket.js';
export { HttpSessionAgent } from './sessions/agent/http-session-agent.js';
export { closeSession } from './sessions/close/close-session.js';
export type { SessionDependencies } from './sessions/dependencies.js';
export { openSession, type SessionOrder } from './sessions/open/open-session.js';
export { isActive } from './sessions/read/session-view.js';
