import { text } from 'node:stream/consumers';
import { readAccounts } from '@tintype/api';
import { type Stack, sessionCalls, startStack } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';
import { treeOf } from '../processes.js';
import { startProgram } from './program.js';

/** Hands out browsers to DevTools clients. */
export interface SessionContender {
  /** Resolves when the contender is as before its first session. */
  settled: () => Promise<void>;
  open: () => Promise<{ connectUrl: string; close: () => Promise<void> }>;
  stop: () => Promise<unknown>;
}

export interface OurSession {
  connectUrl: string;
  /** Throws unless the action succeeds. */
  act: (type: string, payload?: object) => Promise<void>;
  /** A link to its live view, which only shows. */
  live: () => Promise<string>;
  close: () => Promise<void>;
}

export interface OurSessions extends SessionContender {
  open: () => Promise<OurSession>;
  /** The supervisor of all processes. */
  pid: number;
  /** The processes of session pods that are not browsers. */
  agents: () => Promise<number[]>;
}

/** Counts the pool's pods in a state, by the metrics of all parts. */
const countPods = async ({ privateUrl }: Stack, state: 'warm' | 'claimed'): Promise<number> => {
  const metrics = await (await fetch(`${privateUrl}/metrics`)).text();
  return Number(new RegExp(`^tintype_pool_pods\\{.*state="${state}".*\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
};

/** Node.js 24 names its main thread. */
const nodeNames = ['node', 'MainThread'];

/** Two, because an account has five sessions at most. */
const accounts = ['one:key-one:secret', 'two:key-two:secret'];
/** For ten sessions at once, and the pool. */
const pods = '16';

/** The whole of `make run` with that many warm browsers. */
export const startOurSessions = async (allow: string, warm: number): Promise<OurSessions> => {
  const environment = {
    TINTYPE_EGRESS_ALLOW: allow,
    TINTYPE_WARM_SESSIONS: String(warm),
    TINTYPE_SESSION_PODS: pods,
    TINTYPE_ACCOUNT: accounts.join(','),
  };
  const stack = await startStack({ environment });
  const calls = readAccounts(environment.TINTYPE_ACCOUNT).map((account) => sessionCalls({ ...stack, account }));
  let opened = 0;
  return {
    pid: stack.pid,
    agents: async () => {
      const parts = [stack.pid, ...Object.values(await stack.pids())];
      return treeOf([stack.pid]).flatMap(({ pid, name }) =>
        nodeNames.includes(name) && !parts.includes(pid) ? [pid] : [],
      );
    },
    settled: () =>
      until(`${warm} browsers are warm`, async () => {
        const [ready, claimed] = [await countPods(stack, 'warm'), await countPods(stack, 'claimed')];
        return ready === warm && claimed === 0;
      }),
    open: async () => {
      opened += 1;
      const call = calls[opened % calls.length] as ReturnType<typeof sessionCalls>;
      const { status, body } = await call('POST', '', { cdp: true });
      if (status !== 201) throw new Error(`answered ${status}: ${body.error}`);
      return {
        connectUrl: String(body.connectUrl),
        act: async (type, payload) => {
          const answer = await call('POST', `/${body.sessionId}/actions`, { type, payload });
          if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.body.error}`);
        },
        live: async () => String((await call('POST', `/${body.sessionId}/live`)).body.url),
        close: async () => {
          await call('DELETE', `/${body.sessionId}`);
        },
      };
    },
    stop: stack.stop,
  };
};

/** Launches a browser for each session. */
export const startPlainSessions = async (binary: string, switches: string[] = []): Promise<SessionContender> => {
  const program = await startProgram('plain-sessions', [binary, ...switches]);
  const url = `http://127.0.0.1:${program.greeting}/`;
  const ask = async (method: string, query = '') => {
    const { body } = await fetch(`${url}${query}`, { method });
    return text(body as never);
  };
  return {
    settled: async () => undefined,
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
