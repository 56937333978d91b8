import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Run } from '../run.js';
import { setCookies } from './target-cookies.js';

interface Given {
  name: string;
  domain?: string;
  path?: string;
}

/** Sets cookies for a host; the browser drops those at the places. Resolves to the domains that it was given. */
const set = async (host: string, cookies: readonly Given[], dropped: readonly number[] = []) => {
  let given: Given[] = [];
  const session = {
    send: async (method: string, { cookies: wanted }: { cookies: Given[] }) => {
      if (method === 'Network.setCookies') given = wanted;
      const kept = given.filter((_, at) => !dropped.includes(at));
      return { cookies: kept.map(({ name, domain = host, path = '/' }) => ({ name, domain, path })) };
    },
  };
  const options = { url: `https://${host}/`, cookies: cookies.map((each) => ({ value: 'v', ...each })) };
  await setCookies({ session } as never, options as unknown as Run['options']);
  return given.map(({ domain }) => domain);
};

it('a cookie with a domain is sent to the hosts below, also if it is the host of the page', async () => {
  assert.deepEqual(await set('a.test', [{ name: 'x', domain: 'a.test' }]), ['.a.test']);
  assert.deepEqual(await set('b.a.test', [{ name: 'x', domain: '.A.test' }, { name: 'y' }]), ['.a.test', undefined]);
  assert.deepEqual(await set('127.0.0.1', [{ name: 'x', domain: '127.0.0.1' }]), ['127.0.0.1']);
});

it('a cookie of a host without hosts below, or of a path that no URL has as such, is kept', async () => {
  const kept = { name: 'x', domain: 'localhost', path: '/b%20c' };
  const session = { send: async () => ({ cookies: [kept] }) };
  const cookies = [{ name: 'x', value: 'v', domain: 'localhost', path: '/a/../b c' }];
  await setCookies({ session } as never, { url: 'http://localhost:3000/', cookies } as unknown as Run['options']);
});

it('a dropped cookie is refused, also if one of its name is kept', async () => {
  const twice = [{ name: 'x' }, { name: 'x', path: '/b' }, { name: 'x', domain: 'a.test' }];
  await set('a.test', twice);
  for (const at of twice.keys()) await assert.rejects(set('a.test', twice, [at]), { code: 'invalid_option' });
});
