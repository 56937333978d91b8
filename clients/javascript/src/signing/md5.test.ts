import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { md5 } from './md5.js';

it('hashes as Node.js does, at each length around a block and beyond ASCII', () => {
  const texts = [...Array.from({ length: 140 }, (_, length) => 'x'.repeat(length)), 'größe 🚀', 'é'.repeat(5000)];
  for (const text of texts) assert.equal(md5(text), createHash('md5').update(text).digest('hex'), text.slice(0, 20));
});
