import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Invalid, type Pod, type PodSpec } from '@tintype/crds';
import { newObject } from '../conformance/samples.js';
import { checkPodUpdate, withPodDefaults } from './pod-rules.js';

const pod = withPodDefaults(newObject('Pod', { namespace: 'space', name: 'a' }));

const withSpec = (spec: Partial<PodSpec>): Pod => ({ ...pod, spec: { ...pod.spec, ...spec } });

// Not in the conformance suite: on Kubernetes the scheduler binds pods.
describe('the node of a pod', () => {
  it('is chosen by an update, beside nothing else', () => {
    checkPodUpdate(pod, withSpec({ nodeName: 'n1' }));
    assert.throws(() => checkPodUpdate(pod, withSpec({ nodeName: 'n1', restartPolicy: 'Never' })), Invalid);
  });

  it('is chosen once', () => {
    const bound = withSpec({ nodeName: 'n1' });
    assert.throws(() => checkPodUpdate(bound, withSpec({ nodeName: 'n2' })), Invalid);
    assert.throws(() => checkPodUpdate(bound, withSpec({ nodeName: '' })), Invalid);
    assert.throws(() => checkPodUpdate(bound, pod), Invalid);
  });
});

describe('the images of a pod', () => {
  it('may change, and the number of containers may not', () => {
    const [container] = pod.spec.containers;
    assert.ok(container);
    checkPodUpdate(pod, withSpec({ containers: [{ ...container, image: 'browser:2' }] }));
    assert.throws(() => checkPodUpdate(pod, withSpec({ containers: [container, container] })), Invalid);
  });
});
