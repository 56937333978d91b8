import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { changeAccountBody, createAccountBody, proxyBody } from './bodies.js';

interface Described {
  description?: string;
  properties?: Record<string, Described>;
}

const undescribed = ({ description, properties }: Described, name: string): string[] => [
  ...(description ? [] : [name]),
  ...Object.entries(properties ?? {}).flatMap(([key, value]) => undescribed(value, `${name}.${key}`)),
];

describe('the bodies of the admin routes', () => {
  it('can be written as JSON Schema, with a description of every property', () => {
    for (const [name, body] of Object.entries({ createAccountBody, changeAccountBody })) {
      const described = z.toJSONSchema(body, { io: 'input' }) as Described;
      assert.ok(Object.keys(described.properties ?? {}).length > 3);
      assert.deepEqual(undescribed(described, name), []);
    }
  });
});

describe("an account's proxy", () => {
  const errorOf = (url: string) => proxyBody.safeParse({ url }).error?.issues[0]?.message;
  const longest = '%C3%A9'.repeat(127);

  it('has a login that can be decoded, or the refusal says how it is written', () => {
    assert.equal(errorOf('http://100%25:p%40ss@h'), undefined);
    for (const login of ['100%', 'user:100%', '%FF']) assert.match(errorOf(`http://${login}@h`) ?? '', /%25/);
  });

  it('has a login for socks5 of at most 255 bytes a part, as they are sent', () => {
    for (const login of [`${longest}a`, `user:${longest}a`]) assert.equal(errorOf(`socks5://${login}@h`), undefined);
    for (const login of [`${longest}aa`, `user:${longest}aa`])
      assert.match(errorOf(`socks5://${login}@h`) ?? '', /255 bytes/);
    assert.equal(errorOf(`http://${longest}aa@h`), undefined);
  });
});
