import type { S3Failure } from '../blobs/s3-bucket.js';
import type { UploadTarget } from './upload-targets.js';

/** Label of a metric. */
export type StorageFaultKind =
  | 'refused'
  | 'no_bucket'
  | 'other_region'
  | 'no_store'
  | 'full'
  | 'blocked'
  | 'dns'
  | 'tls'
  | 'unreachable'
  | 'timeout'
  | 'failed';

export interface StorageFault {
  kind: StorageFaultKind;
  /** For the account's holder: what is wrong and what to do. Names no key, secret or address. */
  sentence: string;
}

type Failure = Pick<S3Failure, 'status' | 'code' | 'isS3' | 'region'>;

const noStore: StorageFault = {
  kind: 'no_store',
  sentence: 'The endpoint answers with something that is no S3 store. Correct `endpoint`.',
};

const full: StorageFault = {
  kind: 'full',
  sentence: 'The store is full, or the bucket has reached its quota. Delete objects, or raise the quota.',
};

/** Failures without an answer, by the code of the guarded connector or of the system. */
const unanswered: Record<string, StorageFault> = {
  target_blocked: {
    kind: 'blocked',
    sentence:
      "The `endpoint` has a private or blocked address. Use a public one, or ask the administrator of this service to allow it (TINTYPE_EGRESS_ALLOW). The service's own ports stay closed.",
  },
  target_dns: { kind: 'dns', sentence: 'The host name of the `endpoint` does not resolve. Correct `endpoint`.' },
  result_too_large: noStore,
  invalid_url: {
    kind: 'failed',
    sentence: 'The `endpoint` and the `bucket` make no valid URL. Correct them, or set `pathStyle` to true.',
  },
  UnsupportedKey: {
    kind: 'failed',
    sentence: 'No URL can name an object with a segment `.` or `..`. Correct `prefix`, or `fileName` of the request.',
  },
  target_tls: {
    kind: 'tls',
    sentence:
      'The `endpoint` has no trusted certificate, or does not speak TLS. Correct its certificate, or `https` in `endpoint`.',
  },
};

const unreachable: StorageFault = {
  kind: 'unreachable',
  sentence: 'The store does not answer. Check host and port of `endpoint`, and that the store runs.',
};

const timedOut = new Set(['timeout', 'TimeoutError', 'AbortError', 'RequestTimeout']);

const unknownKey = 'The store does not know the access key. Correct `key`.';

const refusals: Record<string, string> = {
  InvalidAccessKeyId: unknownKey,
  // Versity's gateway answers it with 404.
  XAdminUserNotFound: unknownKey,
  SignatureDoesNotMatch: 'The store refuses the signature. Correct `secret`, `region` or `pathStyle`.',
  RequestTimeTooSkewed: 'The clocks of the store and of this service differ too much. Tell the operators of both.',
};

/** What the failed request needed. */
export interface StorageNeed {
  bucket: string;
  right: 's3:PutObject' | 's3:GetObject' | 's3:DeleteObject';
}

const refused = ({ code }: Failure, { bucket, right }: StorageNeed): string =>
  refusals[code] ??
  `The store refuses access (${code}). Allow the key ${right} in the bucket \`${bucket}\`, or correct \`key\` and \`secret\`.`;

const regionCodes = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'InvalidRegion',
]);

const otherRegion = ({ region }: Failure, { bucket }: StorageNeed): string =>
  `The bucket \`${bucket}\` is in ${region ? `the region \`${region}\`` : 'another region'}. Correct \`region\`, and \`endpoint\` if it names a region.`;

type Answered = Failure & { status: number };

/** The names of AWS, Ceph, MinIO and others. */
const fullCodes = /Quota|StorageFull|InsufficientStorage/;

/** A proxy in front of a store may answer these in its place. */
const passing = new Set([408, 429, 500, 502, 503, 504]);

/** 507 is WebDAV's Insufficient Storage, which some stores use. */
const isFull = ({ status, code }: Answered) => status === 507 || fullCodes.test(code);

const redirects = 'The endpoint redirects to another address. Use that one, mostly with `https`.';

const answered = (failure: Answered, need: StorageNeed): StorageFault => {
  const { status, code, isS3 } = failure;
  const isRedirect = [301, 302, 307, 308].includes(status);
  if (regionCodes.has(code) || (isRedirect && failure.region))
    return { kind: 'other_region', sentence: otherRegion(failure, need) };
  if (isRedirect) return { kind: 'failed', sentence: redirects };
  if (isFull(failure)) return full;
  if (!isS3 && !passing.has(status)) return noStore;
  if (status === 401 || status === 403 || refusals[code]) return { kind: 'refused', sentence: refused(failure, need) };
  if (status === 404)
    return {
      kind: 'no_bucket',
      sentence: `The store has no bucket \`${need.bucket}\`. Create it, or correct \`bucket\`, \`endpoint\` or \`pathStyle\`.`,
    };
  if (status >= 500 || status === 429)
    return { kind: 'failed', sentence: `The store failed (${status} ${code}). Try again, or ask its operator.` };
  return {
    kind: 'failed',
    sentence: `The store answered ${status} ${code}. Correct \`endpoint\`, \`region\`, \`bucket\` or \`pathStyle\`.`,
  };
};

/** A store may name its codes as it likes. */
const plain = (code: string) => code.replace(/[^\w.-]/g, '').slice(0, 60);

export const storageFaultOf = (failure: Failure, need: StorageNeed): StorageFault => {
  const { status, isS3, region } = failure;
  const code = plain(failure.code);
  if (timedOut.has(code))
    return {
      kind: 'timeout',
      sentence: 'The store did not answer in time. Try again, or use a store that is nearer or faster.',
    };
  if (status !== undefined) return answered({ status, code, isS3, region }, need);
  return unanswered[code] ?? unreachable;
};

const operatorsFault = "The store of this installation fails. Its operator finds the reason in the api's log.";

/** Describes the account's own settings, but not those of the operator's store. */
export const holdersFault = ({ isOperators }: Pick<UploadTarget, 'isOperators'>, fault: StorageFault): StorageFault =>
  isOperators ? { ...fault, sentence: operatorsFault } : fault;

/** A store without access lists, or one whose key may not set them, answers one of these. */
export const mayRefuseAcl = ({ status }: Pick<S3Failure, 'status'>): boolean =>
  status === 400 || status === 403 || status === 501;
