import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortened } from './shorten.js';

const maxChars = 40_000;
const texts = (count: number) => Array.from({ length: count }, (_, at) => ({ text: `${at} ${'x'.repeat(300)}` }));

describe('long answers', () => {
  it('keep their first elements, and the newest entries of a log', () => {
    for (const [name, first] of [
      ['elements', '0 '],
      ['entries', '499 '],
    ] as const) {
      const answer = shortened({ [name]: texts(500) }, maxChars);
      assert.ok(JSON.stringify(answer).length <= maxChars + 200);
      const list = answer[name] as { text: string }[];
      assert.ok((name === 'entries' ? list.at(-1) : list[0])?.text.startsWith(first), name);
      assert.match(String(answer.cut), new RegExp(`Shows .*${list.length} of 500 ${name}`));
    }
  });

  it('name every step of a batch, and keep what fits', () => {
    const results = [
      { type: 'title', success: true, title: 'Lamps' },
      { type: 'query', success: true, elements: texts(500) },
      {
        type: 'click',
        success: false,
        error: 'No element matches.',
        code: 'selector_not_found',
        diagnosis: texts(500),
      },
    ];
    const { results: shown, completed, cut } = shortened({ results, completed: 2 }, maxChars);
    assert.equal(JSON.stringify((shown as unknown[])[0]), JSON.stringify(results[0]));
    const [, query, click] = JSON.parse(JSON.stringify(shown));
    assert.deepEqual(query, { type: 'query', success: true, isCut: true });
    assert.deepEqual([click.success, click.error, click.code], [false, 'No element matches.', 'selector_not_found']);
    assert.equal(completed, 2);
    assert.match(String(cut), /`isCut` ran/);
  });

  it('have texts of at most 5,000 characters', () => {
    const { html } = shortened({ html: 'y'.repeat(60_000) }, maxChars);
    assert.match(String(html), /^y{5000}… \[60000 characters\]$/);
  });
});
