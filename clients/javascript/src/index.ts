export {
  Account,
  type AccountInfo,
  type ChargeInfo,
  type ChargesOptions,
  type NewSecret,
  type Preset,
  type ProfileInfo,
  type ProxyInfo,
  type ProxyTest,
  type SecretInfo,
  type StorageAnswer,
  type StorageSettings,
  type StorageTest,
  type UsageDay,
} from './account.js';
export {
  type Action,
  type ActionPayloads,
  type ActionResults,
  type ActionType,
  actionFields,
  actionTypes,
} from './actions.generated.js';
export {
  type AcceptedBatch,
  Batches,
  type BatchItem,
  type BatchKind,
  type BatchListOptions,
  type BatchRequestItem,
  type BatchState,
  type BatchSummary,
  isFinished,
  type SubmitOptions,
  type WaitOptions,
} from './batches.js';
export {
  type ActionPayload,
  Capture,
  type RequestOptions,
  type RequestType,
  type SessionResponse,
  type SessionsAPI,
} from './capture.js';
export {
  type Device,
  type Expiring,
  type FailedOutput,
  type OptionsOf,
  type RenderReport,
  type RenderRequest,
  type ReportedFile,
  type ReportRequest,
  Tintype,
} from './client.js';
export type { ClientOptions } from './config.js';
export { type ErrorClass, type ErrorCode, errorTable } from './errors.generated.js';
export {
  ApiError,
  // The name that capture-node has.
  ApiError as CaptureSessionsError,
  ConnectionError,
  isFromService,
  TimeoutError,
  TintypeError,
  UsageError,
} from './errors.js';
export { similarName } from './names.js';
export {
  type AnimatedOptions,
  type ContentOptions,
  type Cookie,
  type Endpoint,
  type EndpointOptions,
  endpoints,
  type ImageOptions,
  type MetadataOptions,
  optionNames,
  type PdfOptions,
} from './options.generated.js';
export {
  type ContentResult,
  factsOf,
  type Metadata,
  type MetadataResult,
  RenderedFile,
  type RenderFacts,
} from './results.js';
export {
  type CloseOptions,
  isSessionEnd,
  type LiveLink,
  type LiveOptions,
  pictureBytes,
  Session,
  type SessionOptions,
  type SessionState,
  Sessions,
} from './sessions.js';
export { type AnyOptions, base64Url, type OptionValue, queryOf } from './signing/query.js';
export { bearerOf, hmac, signV1, signV2 } from './signing/signing.js';
export {
  type BatchNotification,
  type FailedNotification,
  type Notification,
  verifyWebhook,
  WebhookError,
} from './signing/webhooks.js';
export type { CallOptions } from './transport.js';
export { version } from './version.js';
