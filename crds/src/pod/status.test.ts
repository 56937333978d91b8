import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentPortAnnotation, type Pod } from './pod.js';
import { agentAddress } from './status.js';

const pod = (podIP: string | undefined, port?: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    namespace: 'default',
    name: 'p',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: '2030-01-01T12:00:00Z',
    ...(port === undefined ? {} : { annotations: { [agentPortAnnotation]: port } }),
  },
  spec: { containers: [] },
  status: podIP === undefined ? {} : { podIP },
});

describe('the address of the agent', () => {
  it('is that of the pod, with the default port or the annotated one', () => {
    assert.equal(agentAddress(pod('10.1.2.3')), '10.1.2.3:7070');
    assert.equal(agentAddress(pod('127.0.0.1', '41234')), '127.0.0.1:41234');
    assert.equal(agentAddress(pod('fd00::7')), '[fd00::7]:7070');
  });

  it('is undefined without an address of the pod, or with an invalid port', () => {
    assert.equal(agentAddress(pod(undefined)), undefined);
    for (const port of ['', '0', '65536', '80/x', '-1'])
      assert.equal(agentAddress(pod('10.1.2.3', port)), undefined, port);
  });
});
