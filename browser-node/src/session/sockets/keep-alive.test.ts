import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { keepAlive } from './keep-alive.js';

/** A real socket that sends nothing on its own. */
class Wire extends Socket {
  override bytesRead = 100;
}

/** A client on a wire, and a clock that jumps from check to check. */
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
    /** The result of the next check. */
    next: () => {
      const call = look;
      look = undefined;
      call?.();
      return said.splice(0).join();
    },
  };
};

describe('keepAlive', () => {
  it('ends a client that sends nothing until the next ping', () => {
    const { next } = stage();
    assert.deepEqual([next(), next(), next()], ['ping', 'terminate', '']);
  });

  it('keeps a client that sends any byte', () => {
    const { wire, next } = stage();
    for (let time = 0; time < 5; time += 1) {
      wire.bytesRead += 1;
      assert.equal(next(), 'ping');
    }
    assert.equal(next(), 'terminate');
  });

  it('keeps a client while its socket is paused', () => {
    const { client, next } = stage();
    client.isPaused = true;
    assert.deepEqual([next(), next(), next()], ['ping', 'ping', 'ping']);
    client.isPaused = false;
    assert.equal(next(), 'terminate');
  });

  it('keeps a client that still reads, and ends one that stops reading', () => {
    const { client, still, next } = stage();
    client.bufferedAmount = 2 ** 25;
    assert.deepEqual([next(), next(), next()], ['ping', 'ping', 'ping']);
    still();
    assert.equal(next(), 'terminate');
  });

  it('ends a client that stops reading later', () => {
    const { client, wire, still, next } = stage();
    still();
    wire.bytesRead += 1;
    assert.equal(next(), 'ping');
    client.bufferedAmount = 2 ** 25;
    assert.equal(next(), 'ping');
    still();
    assert.equal(next(), 'terminate');
  });

  it('stops pinging after the client left', () => {
    const { leave, next } = stage();
    leave();
    assert.equal(next(), '');
  });
});
