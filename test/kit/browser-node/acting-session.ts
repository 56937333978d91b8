import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { ActivateRequest } from '@tintype/contracts';
import { type PageHandler, type PageServer, startPages } from '../pages/pages.js';
import type { RawDevTools } from './raw-devtools.js';
import { type Answered, SessionNode } from './session-node.js';

const session = 'sess_00000000-0000-4000-8000-000000000004';

export interface ActingSession {
  readonly session: string;
  /** Both exist only while tests run. */
  readonly site: PageServer;
  readonly node: SessionNode;
  act: (type: string, payload?: unknown, deadlineMs?: number) => Promise<Answered>;
  post: (body: string) => Promise<Answered>;
  /** An action that succeeds; returns its body. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asks for
  done: (type: string, payload?: unknown) => Promise<any>;
  /** An action that fails; returns status, code and sentence. */
  refused: (type: string, payload?: unknown) => Promise<[status: number, code: string, sentence: string]>;
  goto: (path: string, payload?: object) => Promise<Answered>;
  url: (path: string) => string;
  counts: () => Promise<Answered['body']>;
  /** Connects as a DevTools client, if the session allows it. */
  connect: () => Promise<RawDevTools>;
}

/** A session with a real browser and reachable pages, for the tests of one `describe`. */
export const startActing = (
  pages: Record<string, PageHandler>,
  order: Partial<ActivateRequest> = {},
): ActingSession => {
  let site: PageServer | undefined;
  let node: SessionNode | undefined;
  const started = <T>(value: T | undefined): T => {
    assert.ok(value, 'only while tests run');
    return value;
  };
  before(async () => {
    site = await startPages(pages);
    // The two names of this machine are two sites.
    node = await SessionNode.start({ allow: `127.0.0.1:${site.port},localhost:${site.port}` });
    assert.equal((await node.activate(session, order)).status, 200);
  });
  after(async () => {
    await node?.stop();
    await site?.close();
  });
  const act: ActingSession['act'] = (type, payload, deadlineMs) =>
    started(node).act(session, type, payload, deadlineMs);
  return {
    session,
    get site() {
      return started(site);
    },
    get node() {
      return started(node);
    },
    act,
    post: (body) => {
      const token = started(node).token(session, 'act');
      return started(node).request(`/sessions/${session}/actions`, { token, body });
    },
    done: async (type, payload) => {
      const { status, body } = await act(type, payload);
      assert.equal(status, 200, `${type} ${JSON.stringify(payload)}: ${JSON.stringify(body)}`);
      return body;
    },
    refused: async (type, payload) => {
      const { status, body } = await act(type, payload);
      return [status, body.code, body.error];
    },
    url: (path) => started(site).url(path),
    goto: (path, payload = {}) => act('goto', { url: started(site).url(path), ...payload }),
    connect: () => started(node).connect(session),
    counts: async () => (await started(node).stand(session)).body.counts,
  };
};
