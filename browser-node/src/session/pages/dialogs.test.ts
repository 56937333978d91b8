import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import { Dialogs } from './dialogs.js';

const stage = () => {
  const timers = new Set<() => void>();
  const after = (_: number, call: () => void) => {
    timers.add(call);
    return () => timers.delete(call);
  };
  const notes: string[] = [];
  const dialogs = new Dialogs({ after }, { note: (sentence) => notes.push(sentence) });
  const told: CdpMessage[] = [];
  const say = (message: CdpMessage) => dialogs.forward(message, (each) => told.push(each));
  say({ method: 'Target.attachedToTarget', params: { sessionId: 'ours', targetInfo: { targetId: 'page' } } });
  told.splice(0);
  const wait = () => {
    for (const call of timers) call();
  };
  return { dialogs, told, say, wait, timers, notes };
};

const opening: CdpMessage = { sessionId: 'ours', method: 'Page.javascriptDialogOpening' };
const closed: CdpMessage = { sessionId: 'ours', method: 'Page.javascriptDialogClosed' };

describe('a dialog', () => {
  it('is Playwright’s if no client watches its page', () => {
    const { dialogs, told, say } = stage();
    dialogs.watch('theirs', 'another page');
    say(opening);
    say(closed);
    assert.deepEqual(told, [opening, closed]);
  });

  it('is the client’s if one watches, and Playwright never hears of it', () => {
    const { dialogs, told, say, timers } = stage();
    dialogs.watch('theirs', 'page');
    say(opening);
    say(closed);
    assert.deepEqual([told, timers.size], [[], 0]);
    dialogs.unwatch('theirs');
    say(opening);
    assert.deepEqual(told, [opening]);
  });

  it('is Playwright’s after 5 s', () => {
    const { dialogs, told, say, wait } = stage();
    dialogs.watch('theirs', 'page');
    say(opening);
    wait();
    say(closed);
    assert.deepEqual(told, [opening, closed]);
  });

  it('ends with its page', () => {
    const { dialogs, told, say, timers } = stage();
    dialogs.watch('theirs', 'page');
    say(opening);
    const gone = { method: 'Target.detachedFromTarget', params: { sessionId: 'ours' } };
    say(gone);
    assert.deepEqual([told, timers.size], [[gone], 0]);
  });
});

describe('a file that a page asks for', () => {
  const asked: CdpMessage = { sessionId: 'ours', method: 'Page.fileChooserOpened' };

  it('comes only from a client that provides files, else a note says so', () => {
    const { dialogs, told, say, notes } = stage();
    dialogs.giveFiles('theirs', 'page');
    say(asked);
    assert.deepEqual([told, notes], [[], []]);
    dialogs.stopGivingFiles('theirs');
    say(asked);
    assert.deepEqual([told, notes], [[asked], ['The page asked for a file and got none: sessions have no files.']]);
  });
});
