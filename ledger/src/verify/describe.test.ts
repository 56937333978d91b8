import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { streams } from '@tintype/contracts';
import { describeAdoption, describeReport } from './describe.js';

const numbers = { opens: 1, unsettled: 0, charges: 1, credits: 1, accounts: 1, pending: 0 };

describe('the printed report', () => {
  it('keeps notes apart from disagreements', () => {
    const text = describeReport({ ...numbers, faults: ['Wrong.'], notes: ['Older.'] });
    assert.match(text, /\n1 disagreement:\n {2}Wrong\.\nNotes:\n {2}Older\.$/);
    assert.match(describeReport({ ...numbers, faults: ['Wrong.'], notes: [] }), /disagreement:\n {2}Wrong\.$/);
    assert.match(
      describeReport({ ...numbers, faults: [], notes: ['Older.'] }),
      /Everything agrees\. Notes:\n {2}Older\.$/,
    );
  });

  it('does not say that the usage stays where it is lost', () => {
    const adoption = { wasAdopted: true, found: [], created: [streams.charges] };
    const stays = /Charges that were added to the usage stay/;
    assert.match(describeAdoption({ ...adoption, isUsageNew: false }), stays);
    const lost = describeAdoption({ ...adoption, isUsageNew: true });
    assert.doesNotMatch(lost, stays);
    assert.match(lost, /The usage was lost as well/);
  });
});
