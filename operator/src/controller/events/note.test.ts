import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundedNote } from './note.js';

describe('the note of an event', () => {
  it('is left alone up to 1024 bytes', () => {
    assert.equal(boundedNote('ä'.repeat(512)), 'ä'.repeat(512));
  });

  it('is cut at a whole character, and says so', () => {
    for (const letters of ['x', 'ä', '€', '😀']) {
      for (const begin of ['', 'a', 'ab', 'abc']) {
        const note = boundedNote(begin + letters.repeat(2000));
        const bytes = Buffer.byteLength(note);
        assert.ok(bytes <= 1024 && bytes > 1024 - Buffer.byteLength(letters), `${bytes} bytes of ${letters}`);
        assert.match(note, new RegExp(`^${begin}(${letters})+…$`, 'u'));
      }
    }
  });
});
