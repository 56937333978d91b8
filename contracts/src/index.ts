export {
  type AccountLimits,
  type AccountRecord,
  accountRecordSchema,
  limitsOf,
  type StoredSecret,
} from './account-record.js';
export { type ContentAnswer, contentAnswer, type Metadata, metadataAnswer } from './answers.js';
export { type AvailableEndpoint, checkAvailable, isAvailable, notYetAvailable } from './availability.js';
export { type Device, devices, findDevice } from './devices.js';
export { type ErrorCode, errorTable, isOurFailure, TintypeError } from './errors.js';
export { type RenderJob, renderJobSchema } from './job.js';
export { defaultAccountLimits, limits } from './limits.js';
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
