import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quantity, quantityNanos } from './quantity.js';

const admits = (amount: unknown) => quantity().safeParse(amount).success;

describe('quantity', () => {
  it('takes what people write', () => {
    for (const amount of [0, 2, 999_999_999_999_999, '2', '500m', '0.5', '.5', '1.5Gi', '0.25m', '128974848', '64Ti']) {
      assert.ok(admits(amount), String(amount));
    }
  });

  it('refuses values that Kubernetes would round, cap or refuse', () => {
    for (const amount of [
      '',
      ' 1',
      '1 ',
      '-1',
      '+1',
      '1.',
      '.',
      'm',
      '1mi',
      '1K',
      '1KiB',
      '1e3',
      '5n',
      '1Pi',
      '1\n',
      '0.0000001',
    ]) {
      assert.ok(!admits(amount), JSON.stringify(amount));
    }
    for (const amount of [-1, 0.5, 1e15, Number.NaN, true, [1], null]) assert.ok(!admits(amount), String(amount));
  });

  it('is compared by value, in any unit', () => {
    const same = [
      [1, '1', '1000m', '1.0', '.001k', '0.000001M'],
      [1024, '1Ki', '1.024k'],
      ['1Gi', '1024Mi', 1_073_741_824],
      ['0.5Ti', '512Gi'],
      ['.000001m', '0.000001m'],
    ];
    for (const [first = 0, ...others] of same)
      for (const other of others) assert.equal(quantityNanos(other), quantityNanos(first), String(other));
    const rising = [
      0,
      '.000001m',
      '0.5',
      1,
      '1001m',
      2,
      '1k',
      '1Ki',
      '1M',
      '1Mi',
      '1G',
      '1Gi',
      '1T',
      '1Ti',
      '999999Ti',
    ];
    const values = rising.map(quantityNanos);
    assert.ok(values.every((value, at) => at === 0 || (values[at - 1] ?? 0n) < value));
  });
});
