import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/connection.js';

type AuthAnswer = Protocol.Fetch.AuthChallengeResponse;

/**
 * What Chromium holds back of one target's requests until it is told how to go on. There is one `Fetch.enable` a
 * session, and each request is answered once: so whoever wants a say has it here.
 */
export class PausedRequests {
  readonly #session: CdpSession;
  readonly #mainFrame: string | undefined;
  #auth: ((event: Protocol.Fetch.AuthRequiredEvent) => AuthAnswer) | undefined;
  #refusing = false;
  #listening = false;

  constructor(session: CdpSession, mainFrame?: string) {
    this.#session = session;
    this.#mainFrame = mainFrame;
  }

  /** Has `answer` asked when a server wants a password. */
  async answerAuth(answer: (event: Protocol.Fetch.AuthRequiredEvent) => AuthAnswer): Promise<void> {
    this.#auth = answer;
    await this.#enable();
  }

  /** From now on the main frame gets no further document: it keeps the one that it has. */
  async refuseDocuments(): Promise<void> {
    this.#refusing = true;
    await this.#enable();
  }

  async #enable(): Promise<void> {
    if (!this.#listening) {
      this.#listening = true;
      this.#session.on('Fetch.requestPaused', (event) => this.#paused(event));
      this.#session.on('Fetch.authRequired', (event) => this.#asked(event));
    }
    await this.#session.send(
      'Fetch.enable',
      this.#auth ? { handleAuthRequests: true } : { patterns: [{ resourceType: 'Document' }] },
    );
  }

  #paused({ requestId, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent): void {
    const refuse = this.#refusing && resourceType === 'Document' && frameId === this.#mainFrame;
    const answer = refuse
      ? this.#session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : this.#session.send('Fetch.continueRequest', { requestId });
    answer.catch(() => undefined);
  }

  #asked(event: Protocol.Fetch.AuthRequiredEvent): void {
    const { requestId } = event;
    const authChallengeResponse = this.#auth?.(event) ?? { response: 'Default' };
    this.#session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  }
}
