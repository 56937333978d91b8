import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions, readMetadata } from './read-metadata.js';

/** Texts that take minutes if a reader is not linear. */
const costly = {
  'a time again and again': `2024${':00'.repeat(66_000)}!`,
  spaces: `word${' '.repeat(199_000)}!`,
  digits: '2024'.repeat(49_000),
  'offsets again and again': `2024:00${'+00'.repeat(66_000)}`,
  'tags of a language': `en${'-10000'.repeat(33_000)}`,
  'separators again and again': '/#:'.repeat(66_000),
};

const factsOf = (text: string) => {
  const names = ['headline', 'author', 'datePublished', 'dateModified', 'uploadDate', 'inLanguage', 'image', 'name'];
  const thing = { '@type': ['Article', text], ...Object.fromEntries(names.map((name) => [name, text])) };
  const page = { url: 'https://example.com/', base: 'https://example.com/' };
  const jsonLd = Array.from({ length: 20 }, () => JSON.stringify(thing));
  return {
    ...page,
    title: text.slice(0, 10_000),
    icons: [],
    answers: questions.map(() => Array<string>(5).fill(text.slice(0, 10_000))),
    jsonLd,
  };
};

describe('the metadata of a page', () => {
  for (const [what, text] of Object.entries(costly)) {
    it(`reads ${what} without delay`, () => {
      const { date, lang, title } = readMetadata(factsOf(text));
      assert.deepEqual([date, lang], [null, null]);
      assert.ok(title !== null && title.length <= 10_000);
    });
  }

  it('reads no source after the first with a value', () => {
    const answers = questions.map(([selector]) => {
      if (selector.includes('og:title')) return ['first'];
      if (!/twitter:title|head > title|h1/.test(selector)) return [];
      return {
        [Symbol.iterator]: () => assert.fail(`${selector} is asked`),
      } as unknown as string[];
    });
    const { title } = readMetadata({
      url: 'https://example.com/',
      base: '',
      title: '',
      icons: [],
      answers,
      jsonLd: [],
    });
    assert.equal(title, 'first');
  });
});
