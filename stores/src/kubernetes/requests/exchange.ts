import type { Dispatcher } from 'undici';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** There is no answer; `cause` says why. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  /** The server may have got the request. False is certain. */
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super('There is no answer.', { cause });
    this.sent = sent;
  }
}

/** One request and its answer, by the callbacks of undici: they alone say whether a request was written to a socket. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #beforeSending: (() => void) | undefined;
  readonly answer = Promise.withResolvers<Answer>();
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #given: Error | undefined;
  #status = 0;
  #headers: Answer['headers'] = {};

  constructor(beforeSending: (() => void) | undefined) {
    this.#beforeSending = beforeSending;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request is written after this returns, and is not when it throws.
    if (!this.#given) this.#beforeSending?.();
    // Given up while it waited for a connection.
    if (this.#given) controller.abort(this.#given);
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Answer['headers']): void {
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

  /** Ends it now, whatever it waits for. */
  giveUp(reason: Error): void {
    this.#given = reason;
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  #fail(cause: Error): void {
    this.answer.reject(new NoAnswer(this.#controller !== undefined, cause));
  }
}

export interface SendingLimits {
  signal: AbortSignal;
  /** Called when the request has its connection; nothing is written when it throws. */
  beforeSending?: (() => void) | undefined;
}

/** Sends a request once. Fails with NoAnswer, also when the signal ends it. */
export const exchange = async (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, beforeSending }: SendingLimits,
): Promise<Answer> => {
  if (signal.aborted) throw new NoAnswer(false, signal.reason);
  const running = new Exchange(beforeSending);
  const giveUp = () => running.giveUp(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    dispatcher.dispatch(request, running);
    return await running.answer.promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};
