import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { concernsDialog, Dialogs } from './dialogs.js';

const stage = () => {
  const timers = new Set<() => void>();
  const after = (_: number, call: () => void) => {
    timers.add(call);
    return () => timers.delete(call);
  };
  const notes: string[] = [];
  const dialogs = new Dialogs({ after }, { note: (sentence) => notes.push(sentence) });
  const handlers = new Map<string, (params: object) => void>();
  const sent: unknown[] = [];
  const page = {
    on: (event: string, handler: (params: object) => void) => handlers.set(event, handler),
    send: async (...command: unknown[]) => sent.push(command),
  };
  void Promise.all(dialogs.follow(page as unknown as CdpSession, 'page'));
  sent.splice(0);
  const say = (event: string, params = {}) => handlers.get(`Page.${event}`)?.(params);
  const open = (type = 'alert') => say('javascriptDialogOpening', { type, message: 'hello' });
  const wait = () => {
    for (const call of timers) call();
  };
  return { dialogs, sent, say, open, wait, timers, notes };
};

const answered = (accept: boolean) => [['Page.handleJavaScriptDialog', { accept }]];

describe('a dialog', () => {
  it('is answered at once, with a note, if no client watches its page', () => {
    const { dialogs, sent, open, notes } = stage();
    dialogs.watch('theirs', 'another page');
    open();
    assert.deepEqual(sent, answered(false));
    assert.deepEqual(notes, ['The page showed a dialog (alert: "hello"), which was closed.']);
    open('confirm');
    assert.match(notes[1] ?? '', /confirm.* cancelled/);
  });

  it('lets every page be left, without a note', () => {
    const { sent, open, notes } = stage();
    open('beforeunload');
    assert.deepEqual([sent, notes], [answered(true), []]);
  });

  it('is the client’s if one watches', () => {
    const { dialogs, sent, say, open, timers } = stage();
    dialogs.watch('theirs', 'page');
    open();
    assert.ok(dialogs.holdsOne('page'));
    say('javascriptDialogClosed');
    assert.deepEqual([sent, timers.size, dialogs.holdsOne('page')], [[], 0, false]);
    dialogs.unwatch('theirs');
    open();
    assert.deepEqual(sent, answered(false));
  });

  it('is answered after 5 s if the client does not', () => {
    const { dialogs, sent, open, wait } = stage();
    dialogs.watch('theirs', 'page');
    open();
    wait();
    assert.deepEqual([sent, dialogs.holdsOne('page')], [answered(false), false]);
  });

  it('ends with its page', () => {
    const { dialogs, sent, open, timers } = stage();
    dialogs.watch('theirs', 'page');
    open();
    dialogs.forget('page');
    assert.deepEqual([sent, timers.size], [[], 0]);
  });

  it('is hidden from Playwright', () => {
    assert.ok(concernsDialog({ method: 'Page.javascriptDialogOpening' }));
    assert.ok(!concernsDialog({ method: 'Page.loadEventFired' }) && !concernsDialog({ id: 1 }));
  });
});

describe('a file that a page asks for', () => {
  it('comes only from a client that provides files, else a note says so', () => {
    const { dialogs, say, notes } = stage();
    dialogs.giveFiles('theirs', 'page');
    say('fileChooserOpened');
    assert.deepEqual(notes, []);
    dialogs.stopGivingFiles('theirs');
    say('fileChooserOpened');
    const note =
      'The page asked for a file and got none. To give one, use a DevTools client (`setInputFiles`), in a session with `cdp`.';
    assert.deepEqual(notes, [note]);
  });
});
