import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EventSink, Forbidden, type ObjectEvent, StoreUnavailable } from '@tintype/crds';
import { type EventOutcome, EventRecorder } from '@tintype/operator/testing';
import { PlayedClock } from '@tintype/stores/testing';

const claimed = { type: 'Normal', reason: 'PodClaimed', action: 'Claim', note: 'A warm pod was claimed.' } as const;
const lost = { type: 'Warning', reason: 'PodLost', action: 'Claim', note: 'The pod is gone.' } as const;

const objectOf = (name: string) => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserSession',
  metadata: { namespace: 'space', name, uid: `uid-of-${name}` },
});

const session = objectOf('session');
const minute = 60_000;

/** A recorder on a played clock; a test may replace `sink.write`. */
const stage = () => {
  const clock = new PlayedClock();
  const written: ObjectEvent[] = [];
  const outcomes: Record<EventOutcome, number> = { written: 0, full: 0, spam: 0, failed: 0 };
  const sink: EventSink = { write: async (event) => void written.push({ ...event }) };
  const recorder = new EventRecorder({
    sink: { write: (...call) => sink.write(...call) },
    clock,
    log: { warn: () => undefined },
    onEvent: (outcome) => {
      outcomes[outcome] += 1;
    },
  });
  return { clock, written, outcomes, sink, recorder };
};

const fails = (error: Error) => () => Promise.reject(error);

describe('an event', () => {
  it('is written with its object, reason, action and note', async () => {
    const { clock, written, outcomes, recorder } = stage();
    recorder.record(session, { ...lost, note: 'Its node was drained.' });
    await clock.advance(0);
    const [event] = written;
    assert.match(event?.name ?? '', /^session\.[0-9a-f]{16}$/);
    assert.deepEqual(
      { ...event, name: '' },
      {
        name: '',
        regarding: {
          apiVersion: session.apiVersion,
          kind: session.kind,
          namespace: 'space',
          name: 'session',
          uid: 'uid-of-session',
        },
        type: 'Warning',
        reason: 'PodLost',
        action: 'Claim',
        note: 'Its node was drained.',
        at: clock.now(),
      },
    );
    assert.equal(outcomes.written, 1);
  });

  it('has a name that an object of the longest name can have', async () => {
    const { clock, written, recorder } = stage();
    recorder.record(objectOf(`${'a'.repeat(235)}.${'b'.repeat(17)}`), lost);
    await clock.advance(0);
    assert.match(written[0]?.name ?? '', /^a{235}\.[0-9a-f]{16}$/);
  });

  it('is written once when it repeats within six minutes', async () => {
    const { clock, written, outcomes, recorder } = stage();
    recorder.record(session, lost);
    await clock.advance(3 * minute);
    recorder.record(session, lost);
    await clock.advance(3 * minute);
    recorder.record(session, { ...lost, note: 'Its node was drained.' });
    await clock.advance(0);
    assert.equal(written.length, 1);
    assert.deepEqual(outcomes, { written: 1, full: 0, spam: 2, failed: 0 });
  });

  it('that happens again later, to another object or for another reason, is another one', async () => {
    const { clock, written, recorder } = stage();
    recorder.record(session, lost);
    recorder.record(session, claimed);
    recorder.record(objectOf('other'), lost);
    await clock.advance(6 * minute + 1);
    recorder.record(session, lost);
    await clock.advance(0);
    assert.equal(written.length, 4);
    assert.equal(new Set(written.map(({ name }) => name)).size, 4);
  });

  it('is written once when it repeats during the write', async () => {
    const { clock, written, outcomes, recorder, sink } = stage();
    const { write } = sink;
    sink.write = async (event) => {
      await new Promise<void>((resolve) => clock.after(1000, resolve));
      await write(event);
    };
    recorder.record(session, lost);
    await clock.advance(500);
    for (let time = 0; time < 10; time += 1) recorder.record(session, lost);
    await clock.advance(5000);
    assert.equal(written.length, 1);
    assert.deepEqual(outcomes, { written: 1, full: 0, spam: 10, failed: 0 });
  });
});

describe('too many events', () => {
  it('of one object and reason are one event, and cost others nothing', async () => {
    const { clock, written, outcomes, recorder } = stage();
    for (let number = 0; number < 100; number += 1) recorder.record(session, { ...lost, action: `Claim${number}` });
    recorder.record(objectOf('other'), lost);
    await clock.advance(0);
    assert.deepEqual(
      written.map(({ regarding }) => regarding.name),
      ['session', 'other'],
    );
    assert.deepEqual(outcomes, { written: 2, full: 0, spam: 99, failed: 0 });
  });

  it('of one object and reason are one event every six minutes', async () => {
    const { clock, written, outcomes, recorder } = stage();
    for (let number = 0; number < 600; number += 1) {
      recorder.record(session, lost);
      await clock.advance(1000);
    }
    assert.equal(written.length, 2);
    assert.deepEqual(outcomes, { written: 2, full: 0, spam: 598, failed: 0 });
  });

  it('of more objects than are remembered are all written', async () => {
    const { clock, written, recorder } = stage();
    for (let number = 0; number < 6000; number += 1) {
      recorder.record(objectOf(`session-${number}`), lost);
      await clock.advance(0);
    }
    recorder.record(objectOf('session-5999'), lost);
    recorder.record(objectOf('session-0'), lost);
    await clock.advance(0);
    assert.equal(written.length, 6001);
    assert.equal(written.at(-1)?.regarding.name, 'session-0');
  });

  it('that wait are dropped past a thousand', async () => {
    const { clock, outcomes, recorder, sink } = stage();
    sink.write = () => new Promise(() => undefined);
    for (let number = 0; number < 1500; number += 1) recorder.record(objectOf(`session-${number}`), lost);
    await clock.advance(0);
    // Four more are being written.
    assert.deepEqual(outcomes, { written: 0, full: 496, spam: 0, failed: 0 });
  });

  it('leave nothing behind that keeps the clock busy', async () => {
    const { clock, recorder } = stage();
    recorder.record(session, lost);
    await clock.advance(60 * minute);
    assert.equal(clock.nextIn, undefined);
  });
});

describe('a sink that fails', () => {
  it('is tried again when it was away, in order', async () => {
    const { clock, written, outcomes, recorder, sink } = stage();
    const { write } = sink;
    sink.write = fails(new StoreUnavailable('away', 'none'));
    recorder.record(session, lost);
    await clock.advance(3000);
    sink.write = write;
    await clock.advance(10_000);
    assert.equal(written.length, 1);
    assert.deepEqual(outcomes, { written: 1, full: 0, spam: 0, failed: 0 });
  });

  it('is given up after a while, or at once when it refuses', async () => {
    const { clock, written, outcomes, recorder, sink } = stage();
    const { write } = sink;
    sink.write = fails(new Forbidden('no'));
    recorder.record(session, claimed);
    await clock.advance(0);
    assert.equal(outcomes.failed, 1);
    sink.write = fails(new StoreUnavailable('away', 'none'));
    recorder.record(session, lost);
    await clock.advance(2 * minute);
    assert.equal(outcomes.failed, 2);
    sink.write = write;
    recorder.record(session, lost);
    await clock.advance(0);
    assert.deepEqual(
      written.map(({ reason }) => reason),
      ['PodLost'],
    );
  });

  it('that never answers is given up, too', async () => {
    const { clock, outcomes, recorder, sink } = stage();
    sink.write = () => new Promise(() => undefined);
    recorder.record(session, lost);
    await clock.advance(3 * minute);
    assert.equal(outcomes.failed, 1);
  });
});

describe('the end of a recorder', () => {
  it('comes when all is written', async () => {
    const { clock, written, recorder, sink } = stage();
    const { write } = sink;
    sink.write = async (event) => {
      await new Promise<void>((resolve) => clock.after(100, resolve));
      await write(event);
    };
    for (let number = 0; number < 10; number += 1) recorder.record(objectOf(`session-${number}`), lost);
    const ended = recorder.end(5000);
    recorder.record(session, claimed);
    await clock.advance(300);
    await ended;
    assert.equal(written.length, 10);
    assert.ok(written.every(({ reason }) => reason === 'PodLost'));
  });

  it('comes in time when the sink does not answer', async () => {
    const { clock, recorder, outcomes, sink } = stage();
    sink.write = () => new Promise(() => undefined);
    recorder.record(session, lost);
    recorder.record(objectOf('other'), lost);
    const ended = recorder.end(2000);
    await clock.advance(2000);
    await ended;
    assert.equal(outcomes.failed, 2);
  });
});
