export { type AccountProxy, accountProxySchema, openProxy, sealProxy } from './account-proxy.js';
export {
  type AccountLimits,
  type AccountRecord,
  accountRecordSchema,
  limitsOf,
  type StoredSecret,
} from './account-record.js';
export { type ContentAnswer, contentAnswer, type Metadata, metadataAnswer } from './answers.js';
export { type AvailableEndpoint, checkAvailable, isAvailable, notYetAvailable } from './availability.js';
export { type CdpClose, cdpCloses, type SessionOver } from './cdp-closes.js';
export { type Device, devices, findDevice } from './devices.js';
export { type ErrorCode, errorTable, isOurFailure, TintypeError } from './errors.js';
export { type RenderJob, renderJobSchema } from './job.js';
export { defaultAccountLimits, limits } from './limits.js';
export { isMissing } from './missing.js';
export {
  type Endpoint,
  endpointOptions,
  endpoints,
  type ImageOptions,
  isEndpoint,
  type Options,
  type PdfOptions,
} from './options/endpoints.js';
export { type Paper, paperOf } from './options/paper.js';
export { type Pairs, parseOptions } from './options/parse.js';
export { refusedPortSentence } from './options/refused-ports.js';
export { readTargetUrl } from './options/target-url.js';
export {
  type ActionCounts,
  actionCountsSchema,
  decodeTerminationMessage,
  encodeTerminationMessage,
  noActions,
  type PodRecord,
  podRecordSchema,
  terminationMessageBytes,
} from './pod-record.js';
export {
  decodeResult,
  encodeResult,
  type Phase,
  phases,
  type Rendered,
  type RenderResult,
  resultFactsSchema,
  type Timings,
} from './result.js';
export { type SealedPlace, seal, UnsealError, unseal } from './sealing.js';
export { sessionActionExamples } from './session-actions/examples.js';
export { actionKeys } from './session-actions/keys.js';
export { pictureAnswer as actionPictureSchema } from './session-actions/picture.js';
export {
  commonSchema as actionCommonSchema,
  readSessionAction,
  type SessionAction,
  type SessionActionPayload,
} from './session-actions/read.js';
export { type LogLevel, logLevels, type QueryField, queryFields } from './session-actions/reading.js';
export {
  type SessionActionAnswer,
  type SessionActionType,
  sessionActions,
  sessionActionTypes,
} from './session-actions/table.js';
export { type SessionViewport, viewportSchema as actionViewportSchema } from './session-actions/viewport.js';
export {
  type Activated,
  type ActivateRequest,
  type AgentCall,
  type AgentError,
  type AgentRefusal,
  actionOrderSchema,
  activatedSchema,
  activateOrderSchema,
  agentAnswers,
  agentCalls,
  agentErrorSchema,
  agentPaths,
  agentRefusalSchema,
  agentRefusals,
  type Confirmation,
  confirmationSchema,
  errorDetailsSchema,
  type SessionHealth,
  type SessionStand,
  sessionAgentPort,
  sessionHealthSchema,
  sessionIdSchema,
  sessionStandSchema,
  upstreamProxySchema,
} from './session-agent.js';
export {
  actionBody,
  type CreatedSession,
  createdSessionSchema,
  createSessionBody,
  type Session,
  type SessionOptions,
  type SessionStatus,
  sessionOptionsSchema,
  sessionSchema,
  sessionStatuses,
} from './session-model.js';
export {
  connectKeyOf,
  mintToken,
  podKeyOf,
  sessionOfToken,
  type TokenClaims,
  type TokenPurpose,
  type TokenUse,
  tokenPurposes,
} from './session-token.js';
export {
  apiKeyPattern,
  buckets,
  type RenderClass,
  renderClasses,
  streams,
  subjects,
  tokenPattern,
  usageConsumer,
} from './subjects.js';
