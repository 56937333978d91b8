// The library with only what edge runtimes and browsers have: no `process`, no `Buffer`, no module of Node.js.
// Then in a page: a `document` is enough to tell it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

/** A process of its own, because modules of another realm need a flag. */
const program = `
import { readFileSync } from 'node:fs';
import { createContext, SourceTextModule } from 'node:vm';

const web = ['AbortController', 'Headers', 'Request', 'Response', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'atob', 'btoa', 'clearTimeout', 'crypto', 'fetch', 'setTimeout'];
const isPage = process.argv[2] === 'page';
const context = createContext({ ...Object.fromEntries(web.map((name) => [name, globalThis[name]])), ...(isPage ? { document: {} } : {}) });
const modules = new Map();
const load = (url) => {
  const known = modules.get(url.href);
  if (known) return known;
  if (url.protocol !== 'file:') throw new Error('The library imports ' + url.href);
  const made = new SourceTextModule(readFileSync(url, 'utf8'), { context, identifier: url.href });
  modules.set(url.href, made);
  return made;
};
const entry = load(new URL(process.argv[1]));
await entry.link((specifier, { identifier }) => load(new URL(specifier, identifier)));
await entry.evaluate();
const { ApiError, Tintype, verifyWebhook } = entry.namespace;

const answers = [
  new Response('bytes', { headers: { 'content-type': 'image/png', ...(isPage ? {} : { 'x-request-id': 'req_1' }) } }),
  Response.json({ success: false, error: 'No.', code: 'not_found', requestId: 'req_2' }, { status: 404 }),
];
let sent;
const fetch = async (url, init) => {
  sent ??= { userAgent: new Headers(init.headers).get('user-agent'), redirect: init.redirect };
  return answers.shift();
};
const client = new Tintype('key', 'test', { baseUrl: 'https://tintype.example', fetch });
const file = await client.fetchSigned(await client.buildExpiringUrl('image', 'https://example.com/', { expires: null }));
const failure = await client.account.get().catch((error) => error);
const forged = await client.verifyWebhook('t=1,v1=' + '0'.repeat(64), '{}').catch((error) => error.name);
const url = client.buildImageUrl('https://example.com/', { css: 'é' });
console.log(JSON.stringify({ url, length: file.length, isApiError: failure instanceof ApiError, forged, ...sent }));
`;

const runIn = (realm: 'edge' | 'page') => {
  const entry = new URL('./index.js', import.meta.url).href;
  const flags = ['--experimental-vm-modules', '--no-warnings', '--input-type=module'];
  const args = [...flags, '-e', program, entry, realm];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 }));
};

it('the library needs only what all web runtimes have', () => {
  const { url, userAgent, ...rest } = runIn('edge');
  assert.match(
    url,
    /^https:\/\/tintype\.example\/key\/[0-9a-f]{32}\/image\?url=https%3A%2F%2Fexample\.com%2F&css=w6k$/,
  );
  assert.match(userAgent, /^tintype-javascript\//);
  assert.deepEqual(rest, { length: 5, isApiError: true, forged: 'WebhookError', redirect: 'manual' });
});

it('in a page, it sets no User-Agent, follows redirects, and takes answers whose request id is hidden', () => {
  const { url: _url, ...rest } = runIn('page');
  assert.deepEqual(rest, { length: 5, isApiError: true, forged: 'WebhookError', userAgent: null });
});

it('variables that Deno may not read are unset', async () => {
  const { Tintype } = await import('./index.js');
  const { env } = process;
  const locked = new Proxy({}, { get: () => assert.fail('Requires env access') });
  Object.defineProperty(process, 'env', { value: locked, configurable: true });
  try {
    assert.match(new Tintype('key', 'test').buildPdfUrl('x.example'), /^http:\/\/127\.0\.0\.1:8080\/key\//);
  } finally {
    Object.defineProperty(process, 'env', { value: env, configurable: true });
  }
});
