import type { S3Failure } from './s3-bucket.js';

/** The kind of a fault, as label of a metric. */
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

/**
 * Which other objects get this answer.
 *
 * - `settings`: all, because settings or login are wrong
 * - `store`: all, for a while
 * - `access`: those of the same folder and access list, because a policy refuses them
 * - `object`: perhaps this one alone
 */
export type FaultReach = 'settings' | 'store' | 'access' | 'object';

export interface StorageFault {
  kind: StorageFaultKind;
  reach: FaultReach;
  /** For those who set the store up: what is wrong and what to do. Names no key, secret or address. */
  sentence: string;
}

/** The names of a store's settings: fields of an account, or variables of the environment. */
export type SettingNames = Record<'endpoint' | 'region' | 'bucket' | 'key' | 'secret' | 'pathStyle' | 'prefix', string>;

/** Names of the settings in an account. */
export const accountSettings: SettingNames = {
  ...{ endpoint: '`endpoint`', region: '`region`', bucket: '`bucket`', key: '`key`', secret: '`secret`' },
  ...{ pathStyle: '`pathStyle`', prefix: '`prefix`' },
};

/** Names of the settings in the environment of the api. */
export const installationSettings: SettingNames = {
  ...{ endpoint: 'TINTYPE_S3_ENDPOINT', region: 'TINTYPE_S3_REGION', bucket: 'TINTYPE_S3_BUCKET' },
  ...{ key: 'TINTYPE_S3_KEY', secret: 'TINTYPE_S3_SECRET', pathStyle: 'TINTYPE_S3_PATH_STYLE' },
  prefix: 'the folder',
};

/** What the failed request needed. */
export interface StorageNeed {
  bucket: string;
  right: 's3:PutObject' | 's3:GetObject' | 's3:DeleteObject' | 's3:ListBucket';
  settings: SettingNames;
}

type Failure = Pick<S3Failure, 'status' | 'code' | 'isS3' | 'region'>;
type Answered = Failure & { status: number };

const failed = (reach: FaultReach, sentence: string): StorageFault => ({ kind: 'failed', reach, sentence });

const noStore = ({ endpoint }: SettingNames): StorageFault => ({
  ...{ kind: 'no_store', reach: 'settings' },
  sentence: `The endpoint answers with something that is not an S3 store. Correct ${endpoint}.`,
});

/** A server answers 400 to plain HTTP at a port for TLS. */
const badRequest = ({ endpoint }: SettingNames): StorageFault => ({
  ...{ kind: 'no_store', reach: 'object' },
  sentence: `The endpoint does not understand S3 requests. Correct ${endpoint}: usually it needs \`https\`.`,
});

const tooLarge = failed(
  'object',
  'The store takes no file of this size. Raise its limit and that of any proxy, or capture a smaller part of the page.',
);

/**
 * A proxy or firewall blocks one file for its content or size. A web server that is no store answers every request this
 * way.
 */
const refusedInFront = (status: number, { endpoint }: SettingNames): StorageFault => ({
  ...{ kind: status === 403 ? 'refused' : 'no_store', reach: 'object' },
  sentence: `The endpoint answers ${status} without a code of S3. Correct ${endpoint}, or allow uploads in the proxy or firewall in front of the store.`,
});

const full: StorageFault = {
  ...{ kind: 'full', reach: 'store' },
  sentence: 'The store is full, or the bucket has reached its quota. Delete objects, or raise the quota.',
};

/** Failures without an answer, by the code of the guarded connector or of the system. */
const unanswered: Record<string, (names: SettingNames) => StorageFault> = {
  target_blocked: ({ endpoint }) => ({
    ...{ kind: 'blocked', reach: 'settings' },
    sentence: `The ${endpoint} has a private or blocked address. Use a public one, or ask the administrator of this service to allow it (TINTYPE_EGRESS_ALLOW). Even then, the service's own ports stay blocked.`,
  }),
  target_dns: ({ endpoint }) => ({
    ...{ kind: 'dns', reach: 'store' },
    sentence: `The host name of the ${endpoint} does not resolve. Correct ${endpoint}.`,
  }),
  result_too_large: noStore,
  invalid_url: ({ endpoint, bucket, pathStyle }) =>
    failed(
      'settings',
      `The ${endpoint} and the ${bucket} make no valid URL. Correct them, or set ${pathStyle} to true.`,
    ),
  UnsupportedKey: ({ prefix }) =>
    failed(
      'object',
      `No URL can name an object with a segment \`.\` or \`..\`. Correct ${prefix}, or \`fileName\` of the request.`,
    ),
  target_tls: ({ endpoint }) => ({
    ...{ kind: 'tls', reach: 'settings' },
    sentence: `The ${endpoint} has no trusted certificate, or does not speak TLS. Correct its certificate, or \`https\` in ${endpoint}.`,
  }),
};

const unreachable = ({ endpoint }: SettingNames): StorageFault => ({
  ...{ kind: 'unreachable', reach: 'store' },
  sentence: `The store does not answer. Check host and port of ${endpoint}, and that the store runs.`,
});

const timedOut: StorageFault = {
  ...{ kind: 'timeout', reach: 'store' },
  sentence: 'The store did not answer in time. Try again, or use a store that is nearer or faster.',
};

const timeoutCodes = new Set(['timeout', 'TimeoutError', 'AbortError', 'RequestTimeout']);

const unknownKey = ({ key }: SettingNames) => `The store does not know the access key. Correct ${key}.`;
const expiredKey = ({ key, secret }: SettingNames) => `The access key has expired. Set a new ${key} and ${secret}.`;

const refusals: Record<string, (names: SettingNames) => string> = {
  InvalidAccessKeyId: unknownKey,
  // Versity's gateway answers it with 404.
  XAdminUserNotFound: unknownKey,
  ExpiredToken: expiredKey,
  InvalidToken: expiredKey,
  SignatureDoesNotMatch: ({ secret, region, pathStyle }) =>
    `The store refuses the signature. Correct ${secret}, ${region} or ${pathStyle}.`,
  RequestTimeTooSkewed: () =>
    'The clocks of the store and of this service differ too much. Tell the administrators of both.',
};

const refused = ({ code }: Failure, { bucket, right, settings }: StorageNeed): StorageFault => {
  const { key, secret } = settings;
  const known = refusals[code]?.(settings);
  if (known) return { kind: 'refused', reach: 'settings', sentence: known };
  const sentence = `The store refuses access (${code}). Grant the access key the right ${right} in the bucket \`${bucket}\`. Or correct ${key} and ${secret}.`;
  return { kind: 'refused', reach: 'access', sentence };
};

const regionCodes = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'InvalidRegion',
]);

const otherRegion = ({ region }: Failure, { bucket, settings }: StorageNeed): StorageFault => ({
  ...{ kind: 'other_region', reach: 'settings' },
  sentence: `The bucket \`${bucket}\` is in ${region ? `the region \`${region}\`` : 'another region'}. Correct ${settings.region}, and ${settings.endpoint} if it names a region.`,
});

const noBucket = ({ bucket, settings }: StorageNeed): StorageFault => ({
  ...{ kind: 'no_bucket', reach: 'settings' },
  sentence: `The store has no bucket \`${bucket}\`. Create it, or correct ${settings.bucket}, ${settings.endpoint} or ${settings.pathStyle}.`,
});

/** Codes for "full" of AWS, Ceph, MinIO and others. */
const fullCodes = /Quota|StorageFull|InsufficientStorage/;

/** 507 is WebDAV's Insufficient Storage, which some stores use. */
const isFull = ({ status, code }: Answered) => status === 507 || fullCodes.test(code);

/** Statuses of passing failures. A proxy in front of a store may answer them in its place. */
const temporary = new Set([429, 500, 502, 503, 504]);

const redirected = ({ region, code }: Answered, need: StorageNeed): StorageFault =>
  regionCodes.has(code) || region
    ? otherRegion({ region, code } as Failure, need)
    : failed('store', 'The endpoint redirects to another address. Use that one, usually with `https`.');

/** The fault if the store has understood the request, but refuses it. */
const rejected = ({ status, code }: Answered, { settings }: StorageNeed): StorageFault => {
  const { endpoint, region, bucket, pathStyle, prefix } = settings;
  if (status === 501)
    return failed(
      'store',
      `The store does not support a request that uploads need (501 ${code}). Use another store, or ask its administrator.`,
    );
  if (code === 'EntityTooLarge') return tooLarge;
  if (code === 'KeyTooLongError')
    return failed(
      'object',
      `The store takes no object name of this length. Shorten \`fileName\` of the request (\`file_name\` in a batch) or ${prefix}.`,
    );
  if (status >= 500 || status === 429 || status === 409)
    return failed('store', `The store failed (${status} ${code}). Try again, or ask its administrator.`);
  return failed(
    'object',
    `The store refuses the request (${status} ${code}). Correct ${endpoint}, ${region}, ${bucket} or ${pathStyle}. If they are right, look for a rule of the bucket, such as required encryption.`,
  );
};

/**
 * The fault of an answer without a code of S3, for example from a proxy in front of the store. By default, nginx takes
 * bodies of 1 MiB at most.
 */
const withoutS3 = (status: number, settings: SettingNames): StorageFault => {
  if (status === 413) return tooLarge;
  if (status === 400) return badRequest(settings);
  return status >= 400 && status < 500 ? refusedInFront(status, settings) : noStore(settings);
};

const answered = (failure: Answered, need: StorageNeed): StorageFault => {
  const { status, code, isS3 } = failure;
  if (status === 408) return timedOut;
  if (regionCodes.has(code) || [301, 302, 307, 308].includes(status)) return redirected(failure, need);
  if (isFull(failure)) return full;
  if (!isS3 && !temporary.has(status)) return withoutS3(status, need.settings);
  if (status === 401 || status === 403 || refusals[code]) return refused(failure, need);
  if (status === 404 || code === 'InvalidBucketName') return noBucket(need);
  return rejected(failure, need);
};

/** Makes a code safe to show: a store may name its codes as it likes. */
const printable = (code: string) => code.replace(/[^\w.-]/g, '').slice(0, 60);

/** Turns each failure of a store into its fault. No other code judges them. */
export const storageFaultOf = (failure: Failure, need: StorageNeed): StorageFault => {
  const { status, isS3, region } = failure;
  const code = printable(failure.code);
  if (timeoutCodes.has(code)) return timedOut;
  if (status !== undefined) return answered({ status, code, isS3, region }, need);
  return (unanswered[code] ?? unreachable)(need.settings);
};

/** True for statuses of a store without access lists, or of one whose key may not set them. */
export const mayRefuseAcl = ({ status }: Pick<S3Failure, 'status'>): boolean =>
  status === 400 || status === 403 || status === 501;
