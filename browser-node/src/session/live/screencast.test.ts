import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { CastSettings } from './quality.js';
import { Screencast } from './screencast.js';

const width = (maxWidth: number): CastSettings => ({ quality: 80, maxWidth, maxHeight: 720 });

it('a screencast begins anew at most every 250 ms, however often its settings change', () => {
  let now = 0;
  let timers: { at: number; call: () => void }[] = [];
  const clock = {
    monotonic: () => now,
    after: (ms: number, call: () => void) => {
      timers.push({ at: now + ms, call });
      return () => undefined;
    },
  };
  const sent: unknown[] = [];
  const page = {
    on: () => () => undefined,
    send: async (method: string, params?: { maxWidth: number }) => {
      if (method !== 'Page.bringToFront') sent.push(params?.maxWidth ?? 'stop');
    },
  } as unknown as CdpSession;
  const wait = (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { call } of due) call();
    return sent.splice(0);
  };
  const cast = new Screencast({ clock, isWanted: () => true, onPicture: () => undefined });
  cast.show(page);
  for (let at = 0; at < 30; at += 1) cast.change(width(at));
  assert.deepEqual(wait(0), [0, 'stop', 1]);
  assert.deepEqual(wait(249), []);
  assert.deepEqual(wait(1), ['stop', 29]);
  cast.change(width(30));
  cast.change(undefined);
  assert.deepEqual(wait(1000), ['stop']);
  cast.change(width(31));
  assert.deepEqual(wait(0), [31]);
});
