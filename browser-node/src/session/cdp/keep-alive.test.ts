import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { keepAlive } from './keep-alive.js';

/** A real socket, of which nothing comes by itself. */
class Wire extends Socket {
  override bytesRead = 100;
}

/** A client on a wire, and a clock that goes from one look to the next. */
const stage = () => {
  const said: string[] = [];
  let look: (() => void) | undefined;
  let left: () => void = () => undefined;
  const client = {
    bufferedAmount: 0,
    isPaused: false,
    ping: () => said.push('ping'),
    terminate: () => said.push('terminate'),
    once: (_event: string, call: () => void) => {
      left = call;
    },
  };
  const wire = new Wire();
  const after = (_milliseconds: number, call: () => void) => {
    look = call;
    return () => {
      look = undefined;
    };
  };
  keepAlive(client as never, wire, { after });
  return {
    client,
    wire,
    still: () => wire.emit('timeout'),
    leave: () => left(),
    /** What comes of the next look. */
    next: () => {
      const call = look;
      look = undefined;
      call?.();
      return said.splice(0).join();
    },
  };
};

describe('a client that is asked whether it is there', () => {
  it('is ended when nothing is heard of it until it is asked again', () => {
    const { next } = stage();
    assert.deepEqual([next(), next(), next()], ['ping', 'terminate', '']);
  });

  it('is there when it says anything, be it a part of a message', () => {
    const { wire, next } = stage();
    for (let time = 0; time < 5; time += 1) {
      wire.bytesRead += 1;
      assert.equal(next(), 'ping');
    }
    assert.equal(next(), 'terminate');
  });

  it('is not judged while it is kept from speaking', () => {
    const { client, next } = stage();
    client.isPaused = true;
    assert.deepEqual([next(), next(), next()], ['ping', 'ping', 'ping']);
    client.isPaused = false;
    assert.equal(next(), 'terminate');
  });

  it('is not judged while it reads what it was told, and is when it does not', () => {
    const { client, still, next } = stage();
    client.bufferedAmount = 2 ** 25;
    assert.deepEqual([next(), next(), next()], ['ping', 'ping', 'ping']);
    still();
    assert.equal(next(), 'terminate');
  });

  it('is judged each time that it reads nothing, not only the first', () => {
    const { client, wire, still, next } = stage();
    still();
    wire.bytesRead += 1;
    assert.equal(next(), 'ping');
    client.bufferedAmount = 2 ** 25;
    assert.equal(next(), 'ping');
    still();
    assert.equal(next(), 'terminate');
  });

  it('is asked no more when it has left', () => {
    const { leave, next } = stage();
    leave();
    assert.equal(next(), '');
  });
});
