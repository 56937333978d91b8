import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Endpoint, Pairs } from '@tintype/contracts';
import { idleOptions } from './idle-options.js';

const url = 'https://a.test/';
const idle = (endpoint: Endpoint, pairs: Pairs, merged = pairs) =>
  idleOptions({ endpoint, pairs: { url, ...pairs } }, { url, ...merged });

it('names options that look like a mistake, and those of another endpoint', () => {
  const cases: [Endpoint, Pairs, RegExp][] = [
    ['image', { fullPage: 'true' }, /^The option `fullPage` is unknown and has no effect\. Did you mean `full`\?$/],
    ['image', { full_page: 'true' }, /Did you mean `full`\?$/],
    ['image', { fullpage: 'true' }, /Did you mean `full`\?$/],
    ['pdf', { fullPage: 'true' }, /Did you mean `full`, which only other endpoints take\?$/],
    ['pdf', { qualty: '3' }, /Did you mean `quality`, which only other/],
    ['animated', { Fps: '5' }, /^The option `Fps` is unknown and has no effect\. Did you mean `fps`\?$/],
    ['image', { widht: '3' }, /Did you mean `width`\?$/],
    ['pdf', { full: 'true' }, /^The option `full` is for image: it has no effect on pdf\.$/],
    ['image', { quality: '80' }, /^`quality` has no effect on png/],
    ['image', { full: 'true', height: '10' }, /^`height` has no effect beside `full`/],
    ['image', { selector: 'h1', top: '3' }, /^`top`, `left`, `width` and `height` have no effect beside `selector`/],
    ['pdf', { emulateDevice: 'iPhone X' }, /^The device `iPhone X` is unknown/],
  ];
  for (const [endpoint, pairs, sentence] of cases) {
    const [first, ...others] = idle(endpoint, pairs);
    assert.match(first ?? '', sentence);
    assert.deepEqual(others, []);
  }
});

it('says nothing of other names, nor of options that work', () => {
  for (const pairs of [
    { return_url: '/', time: '1', auth: 'x', user: 'me', page_url: 'x', source: 'a' },
    { homepage: 'a', page: '1', landingpage: 'b' },
    { utm_source: 'mail', v: '2', expires: '9', timestamp: '1', preset: 'p' },
    { quality: '80', type: 'JPEG', emulateDevice: 'iphone_x', full: 'true' },
    { selectorId: 'a', full: 'true' },
  ] as Pairs[])
    assert.deepEqual(idle('image', pairs), [], JSON.stringify(pairs));
  assert.deepEqual(idle('image', { quality: '80', bestFormat: 'true' }, { quality: '80', type: 'webp' }), []);
});
