import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CustomResourceDefinition, manifests, NotFound, revisionAnnotation } from '@tintype/crds';
import { Installation } from './installation.js';

type Annotations = Readonly<Record<string, string>>;

const ours: CustomResourceDefinition = {
  ...manifests.BrowserPool,
  metadata: { ...manifests.BrowserPool.metadata, annotations: { [revisionAnnotation]: '10' } },
};

/** A server with one definition, or none. */
const serverWith = (annotations?: Annotations) => {
  let kept: object | undefined = annotations && { metadata: { resourceVersion: '1', annotations }, spec: 'theirs' };
  const send = async ({ verb, body }: { verb: string; body?: object }) => {
    if (!kept) throw new NotFound('none');
    if (verb !== 'apply') return kept;
    assert.equal((body as { metadata: { resourceVersion?: string } }).metadata.resourceVersion, '1');
    kept = { ...body, metadata: { ...(body as typeof ours).metadata, resourceVersion: '2' } };
    return kept;
  };
  return { installation: new Installation({ send } as never, 'shots'), kept: () => kept };
};

describe('a definition that is there', () => {
  for (const [found, annotations] of [
    ['has no revision', { note: 'x' }],
    ['is older', { note: 'x', [revisionAnnotation]: '9' }],
    ['is of the same revision', { note: 'x', [revisionAnnotation]: '10' }],
  ] as const)
    it(`is brought to this one where it ${found}`, async () => {
      const { installation, kept } = serverWith(annotations);
      assert.equal(await installation.updateDefinition(ours), 'updated');
      assert.deepEqual(kept(), { ...ours, metadata: { ...ours.metadata, resourceVersion: '2' } });
    });

  it('is left alone where it is newer', async () => {
    const { installation, kept } = serverWith({ [revisionAnnotation]: '11' });
    const before = kept();
    assert.equal(await installation.updateDefinition(ours), 'newer');
    assert.equal(kept(), before);
  });

  it('is missed where there is none', async () => {
    assert.equal(await serverWith().installation.updateDefinition(ours), 'missing');
  });
});
