import type { Dispatcher } from 'undici';

export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** A request failed before its whole response arrived. `cause` is the reason. */
export class NoResponse extends Error {
  override name = 'NoResponse';
  /** Whether the server may have received the request. If false, the server certainly has not. */
  readonly mayHaveArrived: boolean;

  constructor(mayHaveArrived: boolean, cause: unknown) {
    super('There is no response.', { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

/**
 * One request and its response, through undici's callbacks. Only the callbacks tell whether a request was written to a
 * socket.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #beforeSending: (() => void) | undefined;
  readonly answer = Promise.withResolvers<HttpResponse>();
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #abortReason: Error | undefined;
  #status = 0;
  #headers: HttpResponse['headers'] = {};

  constructor(beforeSending: (() => void) | undefined) {
    this.#beforeSending = beforeSending;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici writes the request after this method returns. It writes nothing if this method throws.
    if (!this.#abortReason) this.#beforeSending?.();
    // The caller aborted while the request waited for a connection.
    if (this.#abortReason) controller.abort(this.#abortReason);
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HttpResponse['headers']): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks).toString();
    this.answer.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  abort(reason: Error): void {
    this.#abortReason = reason;
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  #fail(cause: Error): void {
    this.answer.reject(new NoResponse(this.#controller !== undefined, cause));
  }
}

export interface SendingLimits {
  signal: AbortSignal;
  /** Called once the request has a connection. If it throws, nothing is written. */
  beforeSending?: (() => void) | undefined;
}

/** Sends a request once. Throws NoResponse if the request fails or the signal aborts. */
export const exchange = async (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, beforeSending }: SendingLimits,
): Promise<HttpResponse> => {
  if (signal.aborted) throw new NoResponse(false, signal.reason);
  const running = new Exchange(beforeSending);
  const giveUp = () => running.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    dispatcher.dispatch(request, running);
    return await running.answer.promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};
