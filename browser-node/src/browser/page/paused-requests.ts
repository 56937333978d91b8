import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/connection.js';

type AuthAnswer = Protocol.Fetch.AuthChallengeResponse;

/**
 * Answers the requests that Chromium pauses. A session has one `Fetch.enable`, and each request gets one answer, so
 * every rule lives here.
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

  /** Calls `answer` when a server asks for a password. */
  async answerAuth(answer: (event: Protocol.Fetch.AuthRequiredEvent) => AuthAnswer): Promise<void> {
    this.#auth = answer;
    await this.#enable();
  }

  /** Blocks every further document of the main frame. */
  async refuseDocuments(): Promise<void> {
    this.#refusing = true;
    await this.#enable();
  }

  async #enable(): Promise<void> {
    if (!this.#listening) {
      this.#listening = true;
      this.#session.on('Fetch.requestPaused', (event) => this.#paused(event));
      this.#session.on('Fetch.authRequired', (event) => this.#authenticate(event));
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

  #authenticate(event: Protocol.Fetch.AuthRequiredEvent): void {
    const { requestId } = event;
    const authChallengeResponse = this.#auth?.(event) ?? { response: 'Default' };
    this.#session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  }
}
