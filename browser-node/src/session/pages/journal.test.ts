import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Journal } from './journal.js';

describe('a journal', () => {
  it('returns each note once, with its count', () => {
    const journal = new Journal();
    for (const sentence of ['a', 'b', 'a', 'a']) journal.note(sentence);
    assert.deepEqual(journal.take(), ['a (3 times)', 'b']);
    assert.deepEqual(journal.take(), []);
    journal.note('a');
    assert.deepEqual(journal.take(), ['a']);
  });

  it('keeps 20 notes and counts the rest', () => {
    const journal = new Journal();
    for (let at = 0; at < 30; at += 1) journal.note(`sentence ${at}`);
    journal.note('sentence 0');
    const notes = journal.take();
    assert.deepEqual([notes.length, notes[0], notes.at(-1)], [21, 'sentence 0 (2 times)', 'And 10 more.']);
  });
});
