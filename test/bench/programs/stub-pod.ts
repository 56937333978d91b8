import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { type ActivateRequest, agentPaths, noActions, type PodRecord, sessionAgentPort } from '@tintype/contracts';

const timeText = (milliseconds: number | undefined) => new Date(milliseconds ?? 0).toISOString();

/**
 * The protocol of a session's pod at an address of its own, without a browser, tokens and a timer: what a session costs
 * besides those is what is measured.
 */
export class StubPod {
  readonly #server: Server;
  #session: string | undefined;
  #startedAt: number | undefined;
  #endedAt: number | undefined;
  #confirmed = false;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await this.#answer(request);
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
  }

  static async listen(address: string): Promise<StubPod> {
    const pod = new StubPod();
    pod.#server.listen(sessionAgentPort, address);
    await once(pod.#server, 'listening');
    return pod;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage): Promise<object | undefined> {
    if (request.url === agentPaths.health) return { ready: true };
    const [, session = '', call] = /^\/sessions\/([^/]+)\/?([a-z]*)$/.exec(request.url ?? '') ?? [];
    switch (call) {
      case 'activate':
        return this.#activate(session, (await json(request)) as ActivateRequest);
      case 'confirm':
        this.#confirmed = true;
        return { confirmed: session === this.#session && this.#endedAt === undefined };
      case 'close':
        this.#endedAt ??= Date.now();
        return this.#recordOf(session);
      default:
        return undefined;
    }
  }

  #activate(session: string, { confirmed }: ActivateRequest) {
    this.#session ??= session;
    this.#startedAt ??= Date.now();
    this.#confirmed ||= confirmed;
    return { startedAt: timeText(this.#startedAt) };
  }

  #recordOf(session: string): PodRecord {
    const common = { session, confirmed: this.#confirmed, counts: noActions, crashed: false };
    if (session !== this.#session) return { ...common, confirmed: false };
    const openMs = (this.#endedAt ?? 0) - (this.#startedAt ?? 0);
    return { ...common, startedAt: timeText(this.#startedAt), openMs };
  }
}
