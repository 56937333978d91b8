import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { BirthConfigMap } from './birth-config-map.js';

const objectsWith = (data?: Readonly<Record<string, string>>) => {
  let kept = data;
  return {
    readConfigMap: async () => kept,
    writeConfigMap: async (_name: string, written: Readonly<Record<string, string>>) => {
      kept = written;
    },
  };
};

describe('the birth of the ledger in a ConfigMap', () => {
  it('is undefined at first, and then the last one written', async () => {
    const record = new BirthConfigMap(objectsWith(), 'ledger');
    assert.equal(await record.read(), undefined);
    for (const birth of [randomUUID(), randomUUID()]) {
      await record.write(birth);
      assert.equal(await record.read(), birth);
    }
  });

  for (const data of [{}, { birth: '' }, { birth: 'x' }, { other: randomUUID() }])
    it(`is damaged, not absent, if the ConfigMap has ${JSON.stringify(Object.keys(data))}`, async () => {
      await assert.rejects(new BirthConfigMap(objectsWith(data), 'ledger').read(), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /ConfigMap ledger is damaged/);
        return true;
      });
    });
});
