import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Kinds, NewKinds } from '../kinds/kinds.js';
import { mutated } from '../specimens/mutated.js';
import type { BadSpecimen, Parts, Specimen } from '../specimens/specimen.js';
import { badSpecimens, goodSpecimens } from '../specimens/specimens.js';
import { admit } from './admit.js';
import { Invalid } from './store-errors.js';

type Own = Kinds['BrowserSession'] | Kinds['BrowserPool'];

const objectOf = ({ kind, name = 'specimen' }: Specimen, parts: Parts) =>
  ({ apiVersion: 'tintype.dev/v1alpha1', kind, metadata: { namespace: 'tintype', name }, ...parts }) as unknown as Own;

const judge = (specimen: Specimen): Own => {
  const { kind, spec, status, before } = specimen;
  const old = before && admit(kind, objectOf(specimen, before));
  return admit(kind, objectOf(specimen, { spec, ...(status !== undefined && { status }) }), old);
};

const outcome = (specimen: Specimen): Own | string => {
  try {
    return judge(specimen);
  } catch (error) {
    assert.ok(error instanceof Invalid, String(error));
    return error.message;
  }
};

const kindAndAbout = ({ kind, about }: Specimen) => `${kind}: ${about}`;

describe('admit', () => {
  for (const specimen of goodSpecimens) {
    it(`admits ${kindAndAbout(specimen)}`, () => {
      const { spec, status, stored = {} } = specimen;
      const parts = { spec, ...(status !== undefined && { status }), ...stored };
      assert.deepEqual(judge(specimen), objectOf(specimen, parts));
    });
  }

  for (const specimen of badSpecimens) {
    it(`refuses ${kindAndAbout(specimen)}`, () => {
      const message = outcome(specimen);
      assert.ok(typeof message === 'string', 'it is admitted');
      for (const words of specimen.words) assert.ok(message.includes(words), `${message}\nlacks ${words}`);
    });
  }

  it('admits its own results unchanged, and only returns an object or throws Invalid', () => {
    const admitted = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(...goodSpecimens),
        fc.array(fc.nat(), { minLength: 2, maxLength: 4 }),
        (good, picks) => {
          const { spec, status } = good;
          const parts = mutated(
            { spec, ...(status !== undefined && { status }) },
            (count) => (picks.pop() ?? 0) % count,
          );
          const specimen: Specimen = { about: good.about, kind: good.kind, ...parts };
          const first = outcome(specimen);
          if (typeof first === 'string') return;
          admitted.add(specimen.kind);
          assert.deepEqual(admit(specimen.kind, first, first), first);
        },
      ),
      { numRuns: 2000 },
    );
    assert.equal(admitted.size, 2);
  });

  it('names the refused object, with effect none', () => {
    const broken = objectOf(badSpecimens[0] as BadSpecimen, {});
    assert.throws(
      () => admit('BrowserSession', broken as Kinds['BrowserSession']),
      (error) =>
        error instanceof Invalid && error.effect === 'none' && /BrowserSession tintype\/specimen/.test(error.message),
    );
  });

  it('admits a field with a default that is newer than the stored object', () => {
    const old = { account: 'acme', pool: 'default', maxTtlSeconds: 900, cdp: false };
    const [before, after] = [old, { ...old, proxy: false, bypassBotDetection: false }];
    const specimen: Specimen = { about: '', kind: 'BrowserSession' };
    assert.deepEqual(
      admit(
        'BrowserSession',
        objectOf(specimen, { spec: after }) as Kinds['BrowserSession'],
        objectOf(specimen, { spec: before }) as Kinds['BrowserSession'],
      ).spec,
      after,
    );
  });

  it('does not change pods and leases', () => {
    const pod = { kind: 'Pod', spec: { odd: null } } as unknown as NewKinds['Pod'];
    assert.equal(admit('Pod', pod), pod);
    const lease = { kind: 'Lease', spec: { odd: null } } as unknown as NewKinds['Lease'];
    assert.equal(admit('Lease', lease), lease);
  });
});
