import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ControlMessage } from './input-command.js';
import { InputLine, type InputPage } from './input-line.js';

const place = { x: 0, y: 0, modifiers: 0 };
const move = (x: number): ControlMessage => ({
  type: 'pointer',
  ...place,
  event: 'move',
  x,
  button: 'none',
  buttons: 0,
  clickCount: 0,
});
const wheel = (deltaY: number): ControlMessage => ({ type: 'wheel', ...place, deltaX: 0, deltaY });
const text = (value: string): ControlMessage => ({ type: 'text', text: value });

const stage = () => {
  const sent: unknown[] = [];
  const answers: (() => void)[] = [];
  const page = {
    send: (_method: string, params: Record<string, unknown>) => {
      sent.push(params.text ?? params.deltaY ?? params.x);
      return new Promise<void>((resolve) => answers.push(resolve));
    },
  } as unknown as InputPage['page'];
  const answer = async () => {
    answers.shift()?.();
    await new Promise(setImmediate);
  };
  return { line: new InputLine(() => ({ page, size: { width: 100, height: 100 } })), sent, answer };
};

describe('the line of input', () => {
  it('sends one after another, and keeps only the last of moves that wait', async () => {
    const { line, sent, answer } = stage();
    for (const command of [move(0.1), move(0.2), move(0.3), text('a'), move(0.4), wheel(10), wheel(5), text('b')])
      line.add(command);
    assert.deepEqual(sent, [10]);
    for (let at = 0; at < 6; at += 1) await answer();
    assert.deepEqual(sent, [10, 30, 'a', 40, 15, 'b']);
  });

  it('refuses what a page that hangs cannot take', () => {
    const { line } = stage();
    const taken = Array.from({ length: 400 }, (_, at) => line.add(text(String(at))));
    assert.equal(taken.filter(Boolean).length, 301);
    assert.equal(line.add(text('more')), false);
  });

  it('releases what is pressed also when it is full', async () => {
    const { line, sent, answer } = stage();
    for (let at = 0; at < 301; at += 1) line.add(text('x'));
    line.release([move(0.5)]);
    for (let at = 0; at < 301; at += 1) await answer();
    assert.deepEqual(sent.slice(300), ['x', 50]);
  });
});
