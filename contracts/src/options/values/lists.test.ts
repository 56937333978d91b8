import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blockedRequests, hiddenSelectors, selectors, someOf, splitAtCommas } from './lists.js';

describe('splitAtCommas', () => {
  const cases: [text: string, parts: string[]][] = [
    ['a', ['a']],
    ['a, b ,c', ['a', 'b', 'c']],
    [':is(a, b), c', [':is(a, b)', 'c']],
    ['a:not([x="),"], b), c', ['a:not([x="),"], b)', 'c']],
    ["[x='a,(b'],c", ["[x='a,(b']", 'c']],
    ['a\\,b,c', ['a\\,b', 'c']],
    ['a),b', ['a)', 'b']],
    ['a/*,(*/,b', ['a/*,(*/', 'b']],
    ['a,', ['a', '']],
    ['', ['']],
  ];
  for (const [text, parts] of cases) it(`splits ${text}`, () => assert.deepEqual(splitAtCommas(text), parts));
});

describe('selectors', () => {
  const two = selectors({ max: 2, maxLength: 5 });

  it('reads a list', () => assert.deepEqual(two.parse('#a, .bcde'), ['#a', '.bcde']));

  it('refuses too many, too long and empty ones, and says what it takes', () => {
    for (const text of ['a,b,c', '.bcdef', 'a,', '', 'a\nb'])
      assert.equal(
        two.safeParse(text).error?.issues[0]?.message,
        'up to 2 CSS selectors, separated by commas. Each has up to 5 characters and closes its brackets and quotes',
      );
  });

  it('refuses what is not closed, or never was open', () => {
    const some = selectors({ max: 2, maxLength: 20 });
    for (const text of ['div:is(.a', 'a[x', 'a[x="y]', "a'", 'a)', 'a:is([x)]', 'a\\', 'a/*', 'a/*/'])
      assert.deepEqual([text, some.safeParse(text).success], [text, false]);
    for (const text of ['a:is([x=")"],b)', 'a\\(', 'a/*(*/', 'a/**/'])
      assert.deepEqual([text, some.safeParse(text).success], [text, true]);
  });
});

describe('hiddenSelectors', () => {
  const read = (text: string) => hiddenSelectors({ max: 3, maxLength: 20 }).parse(text);

  it('keeps apart what leaves the layout', () => {
    assert.deepEqual(read('.a,.b'), { hidden: ['.a', '.b'], removed: [] });
    assert.deepEqual(read('remove:.a,.b'), { hidden: [], removed: ['.a', '.b'] });
    assert.deepEqual(read('.a,remove: .b,remove:.c'), { hidden: ['.a'], removed: ['.b', '.c'] });
  });
});

describe('someOf', () => {
  const words = someOf(['status', 'console', 'request']);

  it('reads words once, in any case', () => {
    assert.deepEqual(words.parse('request, STATUS,request'), ['status', 'request']);
  });

  it('refuses other words', () => {
    for (const text of ['', 'status,', 'constructor', 'status;console'])
      assert.equal(
        words.safeParse(text).error?.issues[0]?.message,
        'one or more of status, console, request, separated by commas',
      );
  });
});

describe('blockedRequests', () => {
  it('tells types from patterns', () => {
    assert.deepEqual(blockedRequests().parse('image, Font,*.Ads.example/*,https://x.test/*?a=*'), {
      types: ['image', 'font'],
      patterns: ['*.ads.example/*', 'https://x.test/*?a=*'],
    });
  });

  it('refuses a misspelt type, and too much', () => {
    for (const text of ['imgae', 'example.com', '', 'image,', `${'x*,'.repeat(50)}x*`, `*${'x'.repeat(500)}`, '*ü'])
      assert.equal(blockedRequests().safeParse(text).success, false, text);
    assert.equal(blockedRequests().safeParse(`${'x*,'.repeat(49)}x*`).success, true);
  });
});
