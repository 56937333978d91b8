import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SessionNode } from '../../../kit/browser-node/session-node.js';
import { browsersOf } from '../../../kit/process/leftovers.js';
import { type Stack, sessionCalls, startStack } from '../../../kit/standalone/stack.js';
import { until } from '../../../kit/until.js';
import { progress } from '../../bench.js';
import { percentile, repeat } from '../../load.js';
import { treeOf } from '../../processes.js';
import { bounded, type Row, type RowGroup } from '../../table.js';

const ttlSeconds = 3;
/** Lone pods; `make run` measures half as many. */
const count = 12;
const inFlight = 2;
const longestSeconds = 120;

/** When the process is gone, in milliseconds of the epoch. */
const goneAt = async (pid: number): Promise<number> => {
  for (const end = Date.now() + longestSeconds * 1000; existsSync(`/proc/${pid}`) && Date.now() < end; ) await sleep(5);
  return Date.now();
};

/** A lone pod: only its own timer can close the session. */
const overrunAlone = async (index: number): Promise<number> => {
  const node = await SessionNode.start();
  try {
    const { browser } = node;
    const { status, body } = await node.activate(`sess_bench-${index}`, { maxTtlSeconds: ttlSeconds });
    if (status !== 200) throw new Error(`activate was answered ${status}`);
    return (await goneAt(browser)) - (Date.parse(body.startedAt) + ttlSeconds * 1000);
  } finally {
    await node.stop();
  }
};

/** Programs of session pods, each with its browser. */
const podsOf = ({ pid }: Stack) =>
  treeOf([pid]).flatMap((each) => browsersOf([each.pid]).map((browser) => ({ program: each.pid, browser })));

/** One session after the other in a whole `make run`, with a fault at its open pod. */
const overrunInStack = async (stack: Stack, doTo: (program: number) => void = () => undefined): Promise<number> => {
  const before = new Set(podsOf(stack).map(({ program }) => program));
  const { status, body } = await sessionCalls(stack)('POST', '', { maxTtlSeconds: ttlSeconds });
  if (status !== 201) throw new Error(`answered ${status}: ${body.error}`);
  const pod = podsOf(stack).find(({ program }) => !before.has(program));
  if (!pod) throw new Error('The session has ended before its browser was found.');
  doTo(pod.program);
  const overrun = (await goneAt(pod.browser)) - Date.parse(body.session.expiresAt);
  await until('its pod is gone', () => !existsSync(`/proc/${pod.program}`));
  return overrun;
};

const rowOf = (what: string, atMost: number, { overruns, errors }: { overruns: number[]; errors: number }): Row =>
  bounded({
    measure: `a browser outlives its session's time, ${what}`,
    unit: 's',
    // The maximum: there are too few for a percentile.
    ours: percentile(overruns, 1) / 1000,
    atMost,
    errors,
  });

const collect = async (plan: { count: number; inFlight: number }, overrun: (index: number) => Promise<number>) => {
  const overruns: number[] = [];
  const { errors } = await repeat(async (index) => {
    overruns.push(await overrun(index));
    return {};
  }, plan);
  return { overruns, errors };
};

/** The time between a session's end and the end of its browser process. */
export const sessionExpiry: RowGroup = {
  name: 'session-expiry',
  measure: async () => {
    if (process.platform !== 'linux') return [{ measure: 'session-expiry', because: 'needs /proc of Linux' }];
    progress('sessions that expire, each in a pod by itself');
    const alone = await collect({ count, inFlight }, overrunAlone);
    const stack = await startStack();
    try {
      progress('sessions that expire');
      const whole = await collect({ count: count / 2, inFlight: 1 }, () => overrunInStack(stack));
      progress('a session that expires while its program hangs');
      const hangs = await collect({ count: 1, inFlight: 1 }, () =>
        overrunInStack(stack, (program) => process.kill(program, 'SIGSTOP')),
      );
      return [
        rowOf(`the longest of ${count / 2}`, 1, whole),
        rowOf(`its pod alone, the longest of ${count}`, 1, alone),
        rowOf('its program stopped', 60, hangs),
      ];
    } finally {
      await stack.stop();
    }
  },
};
