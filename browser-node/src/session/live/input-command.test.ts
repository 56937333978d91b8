import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { liveMessageSchema } from '@tintype/contracts';
import { HeldInput } from './held-input.js';
import { type ControlMessage, commandOf, isControl } from './input-command.js';

const size = { width: 1000, height: 500 };

const read = (message: object): ControlMessage => {
  const parsed = liveMessageSchema.parse(message);
  assert.ok(isControl(parsed));
  return parsed;
};

const paramsOf = (message: object) => ({ ...commandOf(read(message), size).params }) as Record<string, unknown>;

describe('messages of a viewer', () => {
  it('are a closed list', () => {
    const pointer = { type: 'pointer', event: 'move', x: 0, y: 0 };
    for (const wrong of [
      undefined,
      'pointer',
      {},
      { type: 'eval', expression: '1' },
      { type: 'Input.dispatchKeyEvent', key: 'a' },
      { ...pointer, x: '0' },
      { ...pointer, x: Number.NaN },
      { ...pointer, event: 'click' },
      { ...pointer, button: 'sixth' },
      { ...pointer, method: 'Page.navigate' },
      { type: 'key', event: 'down', key: '', code: '' },
      { type: 'key', event: 'down', key: 'a', code: 'KeyA', text: 'b' },
      { type: 'text', text: 'x'.repeat(20_001) },
      { type: 'paste', text: '' },
      { type: 'touch', event: 'start', points: Array(11).fill({ id: 1, x: 0, y: 0 }) },
      { type: 'screen', width: 0, height: 10 },
    ])
      assert.equal(liveMessageSchema.safeParse(wrong).success, false, JSON.stringify(wrong));
  });

  it('become input at the same place of the page, clamped to it', () => {
    const at = (x: number, y: number) => paramsOf({ type: 'pointer', event: 'move', x, y });
    assert.deepEqual([at(0.25, 0.5).x, at(0.25, 0.5).y], [250, 250]);
    assert.deepEqual([at(-1, 7).x, at(-1, 7).y], [0, 499]);
    assert.deepEqual([at(1, 1).x, at(1, 1).y], [999, 499]);
  });

  it('become the mouse with buttons and clicks', () => {
    const down = {
      type: 'pointer',
      event: 'down',
      x: 0,
      y: 0,
      button: 'right',
      buttons: 2,
      clickCount: 2,
      modifiers: 8,
    };
    const { type, button, buttons, clickCount, modifiers } = paramsOf(down);
    assert.deepEqual([type, button, buttons, clickCount, modifiers], ['mousePressed', 'right', 2, 2, 8]);
  });

  it('become keys that type what the viewer’s keyboard shows', () => {
    const key = (name: string, code: string, modifiers = 0) =>
      paramsOf({ type: 'key', event: 'down', key: name, code, modifiers });
    assert.deepEqual([key('z', 'KeyY').text, key('z', 'KeyY').windowsVirtualKeyCode], ['z', 90]);
    assert.deepEqual([key('é', 'Digit2').text, key('é', 'Digit2').windowsVirtualKeyCode], ['é', 50]);
    assert.deepEqual([key('ж', 'Semicolon').text, key('ж', 'Semicolon').windowsVirtualKeyCode], ['ж', 186]);
    assert.deepEqual([key('Enter', 'Enter').text, key('Enter', 'Enter').windowsVirtualKeyCode], ['\r', 13]);
    assert.deepEqual([key('F5', 'F5').type, key('F5', 'F5').windowsVirtualKeyCode], ['rawKeyDown', 116]);
    assert.deepEqual([key('a', 'KeyA', 2).type, key('a', 'KeyA', 2).text], ['rawKeyDown', undefined]);
    assert.deepEqual(key('ArrowDown', 'ArrowDown').windowsVirtualKeyCode, 40);
  });
});

describe('what a viewer holds', () => {
  it('is released when it leaves, where the pointer was last', () => {
    const held = new HeldInput();
    held.add(read({ type: 'key', event: 'down', key: 'Shift', code: 'ShiftLeft', modifiers: 8 }));
    held.add(read({ type: 'key', event: 'down', key: 'a', code: 'KeyA' }));
    held.add(read({ type: 'key', event: 'up', key: 'a', code: 'KeyA' }));
    held.add(read({ type: 'pointer', event: 'down', x: 0.1, y: 0.1, button: 'left', buttons: 1, clickCount: 1 }));
    held.add(read({ type: 'pointer', event: 'move', x: 0.5, y: 0.5, buttons: 1 }));
    const released = held.release();
    assert.deepEqual(
      released.map((message) => [message.type, 'event' in message && message.event]),
      [
        ['pointer', 'up'],
        ['key', 'up'],
      ],
    );
    assert.ok(released[0]?.type === 'pointer' && released[0].x === 0.5 && released[0].button === 'left');
    assert.deepEqual(held.release(), []);
  });

  it('is fingers, until the last one left', () => {
    const held = new HeldInput();
    const touch = (event: string, ...ids: number[]) =>
      held.add(read({ type: 'touch', event, points: ids.map((id) => ({ id, x: 0.5, y: 0.5 })) }));
    touch('start', 0);
    touch('start', 1);
    touch('end', 0);
    assert.deepEqual(held.release(), [{ type: 'touch', event: 'cancel', points: [], modifiers: 0 }]);
    for (const last of [[1], []]) {
      touch('start', 1);
      touch('end', ...last);
      assert.deepEqual(held.release(), []);
    }
  });

  it('is at most 32 keys: the oldest is released', () => {
    const held = new HeldInput();
    const press = (at: number) => held.add(read({ type: 'key', event: 'down', key: 'a', code: `Key${at}` }));
    for (let at = 0; at < 32; at += 1) assert.deepEqual(press(at), []);
    press(0);
    assert.deepEqual(
      press(32).map((message) => message.type === 'key' && [message.code, message.event]),
      [['Key1', 'up']],
    );
    assert.equal(held.release().length, 32);
  });
});
