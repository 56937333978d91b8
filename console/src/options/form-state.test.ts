import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { presetTexts } from '../pages/presets/preset-texts.js';
import { type FieldTexts, faultsOf, fieldKey, readForm, shownOptions } from './form-state.js';
import { queryOf } from './query.js';

const empty = { endpoint: 'image', url: '', texts: {} } as const;

/** The texts of fields of `image` by the names of their options. */
const textsOf = (values: Readonly<Record<string, string>>): FieldTexts =>
  Object.fromEntries(shownOptions(empty).map((option) => [fieldKey(option), values[option.name] ?? '']));

const queryWith = (texts: FieldTexts) => queryOf(readForm({ ...empty, texts }).values);

describe('the values of a form', () => {
  it('leave out empty fields only', () =>
    assert.equal(queryWith(textsOf({ vw: '', full: 'true', type: ' ' })), 'full=true'));

  it('have a default that the person chose, so it overrides a preset', () =>
    assert.equal(
      queryWith(textsOf({ preset: 'wide', full: 'false', type: 'png' }))
        .split('&')
        .sort()
        .join('&'),
      'full=false&preset=wide&type=png',
    ));

  it('keep each option of a stored preset, also defaults', () => {
    const options = { vw: '1440', full: 'false', quality: '80', type: 'png' };
    const { texts } = presetTexts({ endpoint: 'image', options });
    const { values } = readForm({ ...empty, texts });
    const stored = Object.fromEntries(values.map(([{ name }, value]) => [name, String(value)]));
    assert.deepEqual(stored, { url: '', ...options });
  });

  it('are without the options that the form leaves out', () =>
    assert.equal(
      readForm({ ...empty, texts: textsOf({ s3Redirect: 'true' }), without: ['s3Redirect'] }).values.length,
      1,
    ));
});

describe('an error of the service', () => {
  const state = { ...empty, texts: textsOf({ selector: '#no', waitFor: '#late' }) };

  it('belongs to the options that it quotes', () =>
    assert.deepEqual(
      Object.keys(faultsOf({ code: 'invalid_option', message: 'The option `full` takes true.' }, state)),
      ['full'],
    ));

  it('has the titles of the fields', () => {
    const quality = { code: 'invalid_option', message: 'The option `quality` takes a whole number.' };
    assert.deepEqual(faultsOf(quality, state), { quality: '“Quality” takes a whole number.' });
  });

  it('about a selector that is not valid CSS belongs to the fields that have it', () => {
    const message = 'The selector `#no` is not valid CSS. Use one that `document.querySelector` takes.';
    const form = { ...empty, texts: textsOf({ selector: 'h1', hide: '.ad, #no', js: '#no' }) };
    assert.deepEqual(faultsOf({ code: 'invalid_option', message }, form), { hide: message });
  });

  it('about the address of the page belongs to the URL', () => {
    const message = "The page's address is private or blocked.";
    assert.deepEqual(faultsOf({ code: 'target_blocked', message }, state), { url: message });
    for (const code of ['target_dns', 'target_unreachable'] as const) {
      const error = new TintypeError(code);
      assert.deepEqual(faultsOf(error, state), { url: error.message.replace('`url`', '“URL”') });
    }
  });

  it('about a missing element belongs to its selector, not to the option of its advice', () => {
    const message = 'No visible element matches `#no`. Check the selector, or wait for it with `waitFor`.';
    assert.deepEqual(Object.keys(faultsOf({ code: 'selector_not_found', message }, state)), ['selector']);
  });
});
