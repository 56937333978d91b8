export { type AccountProxy, decryptProxy, sealProxy } from './account/proxy.js';
export {
  type AccountLimits,
  type AccountRecord,
  limitsOf,
  readAccountRecord,
  type SecretScope,
  type StoredSecret,
  secretScopes,
  UnreadableAccount,
} from './account/record.js';
export { seal, UnsealError, unseal } from './account/sealing.js';
export { type AccountStorage, decryptStorage, type StorageSettings, sealStorage } from './account/storage.js';
export { type ContentAnswer, contentAnswerSchema, type Metadata, metadataAnswerSchema } from './answers.js';
export { type Device, devices, didYouMeanDevice, findDevice } from './devices.js';
export { type ErrorClass, errorClassByCode, errorClasses } from './error-classes.js';
export {
  type ErrorCode,
  errorTable,
  isServiceFailure,
  lateRender,
  notCss,
  TintypeError,
  tooMuchMemory,
} from './errors.js';
export { outputOrder, outputsOf, type RenderJob, renderJobSchema } from './job.js';
export { isGiven, isJsonObject, type JsonObject } from './json-object.js';
export { jsonShapeOf } from './json-shape.js';
export { defaultAccountLimits, limits } from './limits.js';
export { didYouMean, isVariant, shownName } from './near-names.js';
export {
  type DocumentFacts,
  type DocumentKind,
  documentKinds,
  documentUrl,
  isDocumentUrl,
} from './options/document.js';
export {
  type Endpoint,
  endpointOptions,
  endpoints,
  type ImageOptions,
  isEndpoint,
  type Options,
  type PdfOptions,
} from './options/endpoints.js';
export { jsonFormOf, optionValueSchema, pairsOfJson } from './options/json-values.js';
export { canonicalPairs, type Pairs, parseOptions } from './options/parse.js';
export { type CannedAcl, cannedAcls } from './options/shared.js';
export type { PageRange } from './options/values/page-ranges.js';
export { type Paper, paperOf } from './options/values/paper.js';
export { httpsAssumedSentence, lacksScheme, readTargetUrl, refusedPortSentence } from './options/values/target-url.js';
export {
  decodeResult,
  encodeResult,
  type Rendered,
  type RenderResult,
  type RenderStep,
  renderSteps,
  resultFactsSchema,
  type Timings,
} from './result.js';
export { decryptPairs, sealJob, secretOptions } from './sealed-job.js';
export {
  type Activated,
  type ActivateRequest,
  type AgentCall,
  type AgentError,
  type AgentRefusal,
  actionOrderSchema,
  activateOrderSchema,
  agentAnswerSchemas,
  agentErrorSchema,
  agentPaths,
  agentRefusalSchema,
  loadOrderSchema,
  type SessionState,
  sessionAgentPort,
  sessionIdSchema,
  sessionStateSchema,
  upstreamProxySchema,
} from './session/agent.js';
export { type CdpClose, cdpCloses, type SessionEndClose } from './session/cdp-closes.js';
export {
  type LiveCloseReason,
  type LiveMessage,
  type LiveState,
  liveCloses,
  liveFrameHead,
  liveLevels,
  liveMessageSchema,
  liveProtocol,
  liveTokenPrefix,
} from './session/live.js';
export {
  actionBody,
  type CreatedSession,
  createdSessionSchema,
  createSessionBody,
  type LiveLink,
  liveBody,
  liveLinkSchema,
  type Session,
  type SessionOptions,
  type SessionStatus,
  sessionSchema,
  sessionStatuses,
} from './session/model.js';
export {
  type ActionCounts,
  actionCountsSchema,
  decodeTerminationMessage,
  encodeTerminationMessage,
  noActions,
  type PodRecord,
  terminationMessageBytes,
} from './session/pod-record.js';
export {
  isProfileName,
  profileNameError,
  type SavedState,
  type StorageState,
  savedStateSchema,
  storageStateSchema,
} from './session/profile.js';
export {
  connectKeyOf,
  type LiveRight,
  liveRights,
  mintToken,
  podKeyOf,
  sessionOfToken,
  type TokenClaims,
  type TokenPurpose,
} from './session/token.js';
export { sessionActionExamples } from './session-actions/examples.js';
export { isMissing } from './session-actions/payload-error.js';
export {
  commonSchema as actionCommonSchema,
  readSessionAction,
  type SessionAction,
  type SessionActionPayload,
} from './session-actions/read.js';
export { type LogLevel, logLevels, pictureAnswer as actionPictureSchema } from './session-actions/reading.js';
export {
  type SessionActionAnswer,
  type SessionActionType,
  sessionActions,
  sessionActionTypes,
} from './session-actions/table.js';
export { type SessionViewport, viewportSchema as actionViewportSchema } from './session-actions/viewport.js';
export {
  apiKeyPattern,
  type BatchWorkKind,
  batchWorkKinds,
  buckets,
  chargeIndexConsumer,
  type RenderClass,
  renderClasses,
  streams,
  subjects,
  tokenPattern,
  usageConsumer,
} from './subjects.js';
