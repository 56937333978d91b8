import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FieldTexts, fieldKey } from '../../options/form-state.js';
import { optionsOf } from '../../service/tables.js';
import { type Entered, enteredIn, fragmentOf, readFragment } from './form-address.js';

const textsOf = (values: Readonly<Record<string, string>>): FieldTexts =>
  Object.fromEntries(
    optionsOf('pdf').flatMap((option) => (values[option.name] ? [[fieldKey(option), values[option.name] ?? '']] : [])),
  );

const form = (values: Readonly<Record<string, string>>): Entered => ({
  endpoint: 'pdf',
  url: 'https://example.com/?a=1&b=ü#part',
  texts: textsOf(values),
});

describe('the address of a form', () => {
  it('brings endpoint, URL and options again', () => {
    const entered = form({ scale: '1.5', landscape: 'true', css: 'h1 { color: red }' });
    assert.deepEqual(readFragment(fragmentOf(entered)), entered);
  });

  it('has no secret and no long text', () => {
    const secrets = { httpAuth: 'ada:pass', cookies: '[{"name":"id"}]', headers: '{"X-Token":"1"}' };
    assert.equal(fragmentOf(form({ ...secrets, js: 'a'.repeat(1001) })), fragmentOf(form({})));
  });

  it('is empty for an empty form', () => assert.equal(fragmentOf({ endpoint: 'image', url: '', texts: {} }), ''));

  it('of the history keeps the secrets and long texts of the last form', () => {
    const shared = { httpAuth: 'ada:pass', js: 'a'.repeat(1001) };
    const last = form({ ...shared, scale: '1.5' });
    assert.deepEqual(enteredIn(fragmentOf(form({ scale: '2' })), last), form({ ...shared, scale: '2' }));
    assert.deepEqual(enteredIn('', last), { endpoint: 'image', url: '', texts: textsOf(shared) });
    assert.equal(enteredIn('#content', last), last);
  });

  for (const fragment of ['', '#content', '#endpoint=constructor', '#url=https%3A%2F%2Fexample.com'])
    it(`is none in ${fragment || 'an empty fragment'}`, () => assert.equal(readFragment(fragment), undefined));
});
