/** An answer of the service that is no success, or none at all. `message` is a sentence for people. */
export class ServiceError extends Error {
  /** Undefined if no answer arrived. */
  readonly status: number | undefined;
  readonly code: string;
  readonly requestId: string | undefined;
  /** What else the answer has, such as `requiredScope`. */
  readonly details: Readonly<Record<string, unknown>>;

  private constructor(
    { status, code, requestId, ...details }: { status?: number; code: string; requestId?: string | undefined },
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
  }

  static async from(response: Response): Promise<ServiceError> {
    const { status } = response;
    const text = await response.text().catch(() => '');
    try {
      const { success: _, error, code, ...more } = JSON.parse(text) as Record<string, unknown>;
      return new ServiceError({ ...more, status, code: String(code) }, String(error));
    } catch {
      return ServiceError.noJson(status);
    }
  }

  /** Another program answered, such as a proxy in front of the service. */
  static noJson(status: number, cause?: unknown): ServiceError {
    const message =
      `Another program answered instead of the service, with status ${status}. ` +
      'Try again. If that does not help, ask the administrator to check the proxy in front of the service.';
    return new ServiceError({ status, code: 'no_json' }, message, cause);
  }

  static unreachable(cause: unknown): ServiceError {
    return new ServiceError({ code: 'unreachable' }, 'The service does not answer. Check your connection.', cause);
  }

  /** The ServiceError of anything that a call threw. */
  static of(failure: unknown): ServiceError {
    return failure instanceof ServiceError ? failure : ServiceError.unreachable(failure);
  }

  /** True if a repeated call would get this error again; 429 passes. */
  get isFinal(): boolean {
    const { status = 0 } = this;
    return status >= 400 && status < 500 && status !== 429;
  }

  /** The bearer is wrong. A secret without the needed scope gets a 401 with `requiredScope`. */
  get isRefusal(): boolean {
    return this.code === 'invalid_credentials' && !('requiredScope' in this.details);
  }
}
