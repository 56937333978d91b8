import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { podKeyOf } from '@tintype/contracts';
import type { BrowserPool } from '@tintype/crds';
import { templateOf } from './template.js';

const rootKey = createSecretKey(Buffer.alloc(32, 7));
const seccompProfile = { type: 'Localhost', localhostProfile: 'ours/browser.json' } as const;
const settings = { image: 'tintype/browser-node', seccompProfile, rootKey };
const pod = { namespace: 'default', name: 'shop-1' };

const made = (template?: BrowserPool['spec']['template'], key = pod, more: Partial<BrowserPool['spec']> = {}) => {
  const metadata = { namespace: 'default', name: 'default', uid: 'pool', resourceVersion: '1', creationTimestamp: '' };
  const spec = { replicas: 0, maxAgeSeconds: 3600, ...(template && { template }), ...more };
  const pool: BrowserPool = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserPool', metadata, spec };
  const answer = templateOf(pool, key, settings);
  const [container] = answer.spec.containers;
  assert.ok(container);
  const env = new Map(container.env?.map(({ name, value }) => [name, value]));
  return { ...answer, container, env };
};

describe('the template of a session pod', () => {
  it('is complete without a pool', () => {
    const { spec, labels } = templateOf(undefined, pod, settings);
    assert.deepEqual(labels, {});
    assert.equal(spec.containers[0]?.image, 'tintype/browser-node');
    assert.deepEqual(spec.securityContext, { runAsNonRoot: true, seccompProfile });
  });

  it('has a key for this pod alone', () => {
    assert.equal(made().env.get('TINTYPE_POD_KEY'), podKeyOf(rootKey, pod));
    assert.notEqual(made(undefined, { ...pod, name: 'shop-2' }).env.get('TINTYPE_POD_KEY'), podKeyOf(rootKey, pod));
  });

  it('names the browser of the pool, which wins over a variable', () => {
    const env = [{ name: 'TINTYPE_SESSION_BROWSER', value: 'shell' }];
    assert.equal(made({ env }, pod, { browser: 'full' }).env.get('TINTYPE_SESSION_BROWSER'), 'full');
    assert.ok(!made().env.has('TINTYPE_SESSION_BROWSER'));
  });

  it('has one folder to write to', () => {
    const { spec, container } = made();
    assert.deepEqual(spec.volumes, [{ name: 'tmp', emptyDir: { sizeLimit: '4Gi' } }]);
    assert.deepEqual(container.volumeMounts, [{ name: 'tmp', mountPath: '/tmp' }]);
  });

  it('takes from the pool what is the pool’s to say', () => {
    const { spec, container, labels, annotations } = made({
      labels: { team: 'web' },
      annotations: { note: 'kept' },
      image: 'other',
      imagePullPolicy: 'Always',
      resources: { limits: { memory: '1Gi' } },
      nodeSelector: { disk: 'fast' },
      priorityClassName: 'sessions',
      seccompProfile: { type: 'Unconfined' },
    });
    assert.deepEqual([labels, annotations], [{ team: 'web' }, { note: 'kept' }]);
    assert.deepEqual([container.image, container.imagePullPolicy], ['other', 'Always']);
    assert.deepEqual(container.resources, { limits: { memory: '1Gi' } });
    assert.deepEqual([spec.nodeSelector, spec.priorityClassName], [{ disk: 'fast' }, 'sessions']);
    assert.deepEqual(spec.securityContext, { runAsNonRoot: true, seccompProfile: { type: 'Unconfined' } });
    // These become fields of the container and the pod, and appear nowhere else.
    for (const name of ['image', 'labels', 'env', 'resources', 'seccompProfile']) assert.ok(!(name in spec), name);
  });

  it('tells the program what its browser may take of the memory, unless the pool does', () => {
    const memory = (template?: BrowserPool['spec']['template']) => made(template).env.get('TINTYPE_BROWSER_MEMORY_MB');
    assert.equal(memory(), '1792');
    assert.equal(memory({ resources: { limits: { memory: '1Gi' } } }), '768');
    assert.equal(memory({ resources: { limits: { memory: 400_000_000 } } }), '256');
    assert.equal(memory({ resources: { requests: { memory: '1Gi' } } }), undefined);
    assert.equal(memory({ env: [{ name: 'TINTYPE_BROWSER_MEMORY_MB', value: '700' }] }), '700');
  });

  it('leaves what sessions rely on to no pool', () => {
    const { env, spec } = made({
      env: [
        { name: 'TINTYPE_POD_KEY', value: 'mine' },
        { name: 'TINTYPE_LOG_LEVEL', value: 'debug' },
      ],
    });
    assert.equal(env.get('TINTYPE_POD_KEY'), podKeyOf(rootKey, pod));
    assert.equal(env.get('TINTYPE_LOG_LEVEL'), 'debug');
    assert.equal(spec.automountServiceAccountToken, false);
  });
});
