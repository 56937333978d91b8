import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { WebSocket } from 'ws';
import { LiveView, type LiveViewOptions } from './live-view.js';

const viewport = { width: 1440, height: 900, touch: false };
const phone = { width: 390, height: 844, touch: true };

/** A session whose browser shows one page. */
const stage = () => {
  const sent: string[] = [];
  const send = async (method: string) => {
    sent.push(method);
    return {};
  };
  const page = new EventEmitter();
  const on = (event: string, call: (frame: object) => void) => {
    page.addListener(event, call);
    return () => page.removeListener(event, call);
  };
  const targetInfo = { url: 'http://site.test/', title: 'Site' };
  const settings = { viewport };
  const browser = {
    process: { connection: { browser: { send: async () => ({ targetInfo }) } } },
    targets: {
      settings,
      shown: { target: 'T', onChange: () => () => undefined },
      page: () => ({ on, send }),
      ensurePage: async () => undefined,
    },
  } as unknown as LiveViewOptions['browser'];
  const view = new LiveView({
    browser,
    clock: { monotonic: () => 0, after: () => () => undefined },
    expiresAt: '2030-01-01T00:00:00Z',
  });
  /** Joins. Answers the states that the viewer learns. */
  const join = () => {
    const states: Record<string, unknown>[] = [];
    const socket = Object.assign(new EventEmitter(), {
      send: (data: string | Buffer) => typeof data === 'string' && states.push(JSON.parse(data)),
      ping: () => undefined,
    });
    view.join(socket as unknown as WebSocket, { right: 'control' });
    const say = (message: object) => socket.emit('message', JSON.stringify(message), false);
    return { states, say, leave: () => socket.emit('close') };
  };
  const paint = ({ width, height }: { width: number; height: number }) =>
    page.emit('Page.screencastFrame', {
      data: '',
      metadata: { deviceWidth: width, deviceHeight: height },
      sessionId: 1,
    });
  return { settings, sent, join, paint };
};

const ofType = (states: readonly Record<string, unknown>[], type: string) =>
  states.filter((state) => state.type === type).map(({ type: _, ...state }) => state);

describe('LiveView', () => {
  it('tells a viewer the viewport of now, also if it changed while no viewer looked', () => {
    const { settings, join } = stage();
    const first = join();
    assert.deepEqual(ofType(first.states, 'viewport'), [viewport]);
    first.leave();
    settings.viewport = phone;
    const { states } = join();
    assert.deepEqual(ofType(states, 'viewport'), [phone]);
    assert.equal(ofType(states, 'welcome')[0]?.touch, true);
  });

  it('ends the screencast when no viewer looks', () => {
    const { sent, join } = stage();
    const [first, second] = [join(), join()];
    first.say({ type: 'pause', paused: true });
    assert.equal(sent.includes('Page.stopScreencast'), false);
    second.leave();
    assert.equal(sent.at(-1), 'Page.stopScreencast');
    first.say({ type: 'pause', paused: false });
    assert.equal(sent.at(-1), 'Page.startScreencast');
    first.say({ type: 'pause', paused: true });
    assert.equal(sent.at(-1), 'Page.stopScreencast');
  });

  it('names the page after each change of the viewport', async () => {
    const { join, paint } = stage();
    const { states } = join();
    await new Promise(setImmediate);
    paint({ width: 500, height: 300 });
    const last = states.slice(-2);
    assert.deepEqual(last, [
      { type: 'viewport', width: 500, height: 300, touch: false },
      { type: 'page', url: 'http://site.test/', title: 'Site' },
    ]);
    paint({ width: 500, height: 300 });
    assert.equal(ofType(states, 'viewport').length, 2);
  });
});
