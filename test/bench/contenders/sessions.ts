import { text } from 'node:stream/consumers';
import { sessionCalls } from '../../kit/session-http.js';
import type { Stack } from '../../kit/stack.js';
import { startStack } from '../../kit/stack.js';
import { startProgram } from './program.js';

/** Somebody who gives out browsers for DevTools clients. */
export interface SessionContender {
  open: () => Promise<{ connectUrl: string; close: () => Promise<void> }>;
  stop: () => Promise<unknown>;
}

/** All that `make run` starts. */
export const startOurSessions = async (allow: string): Promise<SessionContender> => {
  const stack: Stack = await startStack({ environment: { TINTYPE_EGRESS_ALLOW: allow } });
  const call = sessionCalls(stack);
  return {
    open: async () => {
      const { status, body } = await call('POST', '', { cdp: true });
      if (status !== 201) throw new Error(`answered ${status}: ${body.error}`);
      return {
        connectUrl: String(body.connectUrl),
        close: async () => {
          await call('DELETE', `/${body.sessionId}`);
        },
      };
    },
    stop: stack.stop,
  };
};

/** A browser launched for each. */
export const startPlainSessions = async (binary: string): Promise<SessionContender> => {
  const program = await startProgram('plain-sessions', [binary]);
  const url = `http://127.0.0.1:${program.greeting}/`;
  const ask = async (method: string, query = '') => {
    const { body } = await fetch(`${url}${query}`, { method });
    return text(body as never);
  };
  return {
    open: async () => {
      const connectUrl = await ask('POST');
      return {
        connectUrl,
        close: async () => {
          await ask('DELETE', `?of=${encodeURIComponent(connectUrl)}`);
        },
      };
    },
    stop: program.stop,
  };
};
