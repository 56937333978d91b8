import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { notYetAvailable } from './availability.js';
import { TintypeError } from './errors.js';
import { endpointOptions, endpoints } from './options/endpoints.js';
import { parseOptions } from './options/parse.js';

const url = 'https://example.com/';

/** A value for each option that is refused. */
const values: Record<string, string> = {};

const refusal = (what: string, advice = 'Leave it out.') =>
  new TintypeError('invalid_option', `${what} is not available in this version. ${advice}`);

const advice: Record<string, string> = { type: 'Use one of png, jpeg, webp.' };

describe('what is not yet available', () => {
  it('names only parts of the contract', () => {
    const known = new Set(endpoints.flatMap((endpoint) => Object.keys(endpointOptions[endpoint].shape)));
    for (const name of [...notYetAvailable.options, ...Object.keys(notYetAvailable.values)]) assert.ok(known.has(name));
    for (const endpoint of notYetAvailable.endpoints) assert.ok(endpoints.includes(endpoint));
    for (const route of notYetAvailable.routes)
      assert.match(route, /^(GET|POST|PUT|DELETE) (\/(\*|[a-z0-9-]+))+(\/\*\*)?$/);
  });

  for (const endpoint of notYetAvailable.endpoints) {
    it(`refuses the endpoint ${endpoint}, for any options`, () => {
      assert.throws(
        () => parseOptions(endpoint, {}),
        new TintypeError(
          'invalid_option',
          `The endpoint ${endpoint} is not available in this version. \`/docs\` lists those that are.`,
        ),
      );
    });
  }

  for (const name of notYetAvailable.options) {
    it(`refuses ${name}`, () => {
      const value = values[name];
      assert.ok(value, 'this test needs a value for it');
      assert.throws(() => parseOptions('image', { url, [name]: value }), refusal(`The option \`${name}\``));
    });
  }

  for (const [name, some] of Object.entries(notYetAvailable.values)) {
    for (const value of some) {
      it(`refuses ${name}=${value}`, () => {
        const parse = () => parseOptions('image', { url, [name]: String(value) });
        assert.throws(parse, refusal(`The value ${value} of \`${name}\``, advice[name]));
      });
    }
  }

  for (const [name, some] of Object.entries(notYetAvailable.values)) {
    it(`does not recommend it for ${name}`, () => {
      const parse = () => parseOptions('image', { url, [name]: 'no such value' });
      assert.throws(parse, ({ message }: Error) => {
        assert.match(message, /takes one of \w+/);
        return !some.some((value) => message.includes(String(value)));
      });
    });
  }
});
