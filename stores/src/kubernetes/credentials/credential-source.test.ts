import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { credentialSource } from './credential-source.js';

const pod = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };
const all = { ...pod, KUBECONFIG: '/a:/b:', HOME: '/root' };
const inCluster = { host: '10.96.0.1', port: '443', folder: '/var/run/secrets/kubernetes.io/serviceaccount' };

describe('the source of credentials', () => {
  it('is the file that is given', () => assert.deepEqual(credentialSource(all, '/c:d'), { kubeconfig: ['/c:d'] }));
  it('else what KUBECONFIG names', () => assert.deepEqual(credentialSource(all), { kubeconfig: ['/a', '/b'] }));
  it('else the service account', () => assert.deepEqual(credentialSource({ ...all, KUBECONFIG: '' }), { inCluster }));
  it('else the file of the user', () =>
    assert.deepEqual(credentialSource({ HOME: '/root' }), { kubeconfig: ['/root/.kube/config'] }));
  it('else there is none', () => assert.throws(() => credentialSource({}), ConfigError));
});
