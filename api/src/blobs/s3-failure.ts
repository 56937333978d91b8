/**
 * A request to the S3 store that failed. It holds none of the client's error, which may repeat what was signed, and with
 * which key, and would be logged with all of that.
 */
export class S3Failure extends Error {
  override name = 'S3Failure';
  /** The server's status; undefined when it did not answer. */
  readonly status: number | undefined;
  /** The server's code, such as `NoSuchBucket`, or the system's, such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(operation: string, cause: unknown) {
    const { name, code, $metadata, $response } = cause as FailureOfClient;
    const status = $metadata?.httpStatusCode ?? $response?.statusCode;
    // The name is the server's code, if it sent one.
    const reason = (status === undefined ? code : undefined) ?? name ?? 'unknown';
    super(`S3 ${operation}: ${reason}${status === undefined ? '' : ` (${status})`}`);
    this.status = status;
    this.code = reason;
  }
}

interface FailureOfClient {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number };
}
