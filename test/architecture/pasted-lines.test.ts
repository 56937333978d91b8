import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Endpoint, endpointOptions, endpoints, isEndpoint, parseOptions } from '@tintype/contracts';

const api = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const blocks = [...api.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('');

/** `shot "$U&vw=800" window.png`, and the endpoint if it is not image. */
const shots = [...blocks.matchAll(/^shot "\$[A-Z]&(.*)" \S+(?: (\w+))?$/gm)];

const base64 = (_match: string, text: string) => Buffer.from(text).toString('base64url');

const namesOf = (endpoint: Endpoint) => Object.keys(endpointOptions[endpoint].shape);

describe('the lines of docs/api.md that can be pasted', () => {
  it('have every option', () => {
    const shown = new Set([...blocks.matchAll(/[&'](\w+)=/g)].map(([, name]) => name));
    const known = endpoints.flatMap(namesOf);
    assert.deepEqual(
      known.filter((name) => !shown.has(name)),
      [],
    );
  });

  for (const [line, query = '', endpoint = 'image'] of shots)
    it(`have options and values of ${endpoint}: ${query.slice(0, 40)}`, () => {
      assert.ok(isEndpoint(endpoint), line);
      const pairs = Object.fromEntries(new URLSearchParams(query.replaceAll(/\$\(b64 '([^']*)'\)/g, base64)));
      for (const name of Object.keys(pairs)) assert.ok(namesOf(endpoint).includes(name), line);
      parseOptions(endpoint, { url: 'https://example.com/', ...pairs });
    });

  it('use the account of `make run`', () => {
    assert.ok(shots.length > 50);
    assert.doesNotMatch(blocks, /8080\/key\//);
  });
});
