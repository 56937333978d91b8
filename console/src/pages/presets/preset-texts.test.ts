import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presetTexts, shownText } from './preset-texts.js';

const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('a stored option', () => {
  for (const [type, stored, shown] of [
    ['base64', encoded('body { colour: ré }'), 'body { colour: ré }'],
    ['base64', encoded('body'), encoded('body')],
    ['base64', Buffer.from([255, 254]).toString('base64url'), '__4'],
    ['boolean', '1', 'true'],
    ['boolean', '0', 'false'],
    ['json', encoded('{"a":"ÿ?>"}'), '{"a":"ÿ?>"}'],
    ['string', encoded('plain'), encoded('plain')],
  ] as const)
    it(`of the type ${type} is shown as ${shown}`, () => assert.equal(shownText({ type }, stored), shown));
});

describe('the form of a preset', () => {
  it('keeps what it has no field for', () => {
    const { texts, others } = presetTexts({ endpoint: null, options: { vw: '300', format: 'A4', mystery: 'x' } });
    assert.deepEqual(Object.values(texts), ['300']);
    assert.deepEqual(others, { format: 'A4', mystery: 'x' });
  });
});
