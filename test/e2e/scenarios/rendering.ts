import assert from 'node:assert/strict';
import { until } from '../../kit/until.js';
import type { Stage } from '../stage.js';

const clients = 3;

/** The minimum duration of each render, in seconds. */
const delay = '1';

/**
 * Runs `happens` while clients take pictures. Each client sends its next request with the previous answer, so there is
 * always one request per client. No client retries: every answer must be 200. Returns the number of renders.
 */
export const whileRendering = async (stage: Stage, name: string, happens: () => Promise<unknown>): Promise<string> => {
  const sign = await stage.signer();
  const failures: string[] = [];
  const answered = Array<number>(clients).fill(0);
  let isOver = false;
  const ask = async (client: number) => {
    const page = stage.pages.url(`/${name}-${client}-${answered[client]}`);
    const response = await stage.fetch(sign(page, 'image', { delay }), { headers: { connection: 'close' } });
    const { byteLength } = await response.arrayBuffer();
    if (response.status !== 200) failures.push(`${response.status} with ${byteLength} bytes`);
  };
  const client = async (number: number) => {
    while (!isOver) {
      await ask(number).catch((error) => failures.push(String(error.cause ?? error)));
      answered[number]! += 1;
    }
  };
  const all = Promise.all(answered.map((_, number) => client(number)));
  try {
    await until('every client has a picture', () => answered.every((count) => count > 0));
    await happens();
  } finally {
    isOver = true;
    await all;
  }
  assert.deepEqual(failures, []);
  return `${answered.reduce((sum, count) => sum + count, 0)} renders`;
};
