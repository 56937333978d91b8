export interface StatusOptions {
  /** Default: Kubernetes' own for the code. */
  reason?: string;
  message?: string;
  /** In the body and in the Retry-After header. */
  retryAfterSeconds?: number;
}

const reasons: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** The body of a refusal. https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
export const statusBody = (code: number, { reason, message, retryAfterSeconds }: StatusOptions = {}) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: message ?? `the fault proxy answers ${code}`,
  reason: reason ?? reasons[code] ?? '',
  ...(retryAfterSeconds !== undefined && { details: { retryAfterSeconds } }),
  code,
});
