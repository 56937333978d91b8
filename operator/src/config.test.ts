import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { describe, it } from 'node:test';
import { BadEnvironment, ConfigError } from '@tintype/runtime';
import { ownIdentity, readConfig } from './config.js';

const key = '5a'.repeat(32);
const least = { TINTYPE_ROOT_KEY: key, TINTYPE_LEDGER_BIRTH: '/data/ledger-birth', TINTYPE_OBJECTS: 'nats' };

const faultsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof BadEnvironment, String(error));
    return [...error.faults.values()];
  }
};

describe('the configuration of the operator', () => {
  it('needs a key and the record of the ledger, and has a default for all else', () => {
    const { rootKey, kubernetes, namespace, keepSeconds, privatePort } = readConfig(least);
    assert.equal(rootKey.export().toString('hex'), key);
    assert.deepEqual([kubernetes, namespace, keepSeconds, privatePort], [undefined, undefined, 3600, 9090]);
  });

  it('names every missing setting, and never shows a key', () => {
    const faults = faultsOf({ TINTYPE_OBJECTS: 'nats' });
    assert.deepEqual(
      faults.map((fault) => fault.split(' ', 1)[0]),
      ['TINTYPE_ROOT_KEY', 'TINTYPE_LEDGER_BIRTH'],
    );
    const [fault = ''] = faultsOf({ ...least, TINTYPE_ROOT_KEY: 'short-secret' });
    assert.match(fault, /TINTYPE_ROOT_KEY takes 32 bytes/);
    assert.ok(!fault.includes('short-secret'));
  });

  it('finds the way to Kubernetes as its own programs do', () => {
    const { TINTYPE_OBJECTS: _, ...onKubernetes } = least;
    const of = (environment: Record<string, string>) => readConfig({ ...onKubernetes, ...environment }).kubernetes;
    assert.deepEqual(of({ KUBECONFIG: '/a:/b' }), { kubeconfig: ['/a', '/b'] });
    const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
    assert.ok('inCluster' in (of(pod) ?? {}));
    assert.throws(() => of({}), ConfigError);
  });

  it('takes the name of a seccomp profile, or where its file is', () => {
    const profile = (given: Record<string, string>) => readConfig({ ...least, ...given }).sessionSeccomp;
    assert.deepEqual(profile({}), { type: 'Localhost', localhostProfile: 'profiles/tintype.json' });
    assert.deepEqual(profile({ TINTYPE_SESSION_SECCOMP: 'Unconfined' }), { type: 'Unconfined' });
    const ours = profile({ TINTYPE_SESSION_SECCOMP: 'operator/tintype/browser.json' });
    assert.deepEqual(ours, { type: 'Localhost', localhostProfile: 'operator/tintype/browser.json' });
  });

  for (const [name, value] of [
    ['TINTYPE_SESSION_SECCOMP', '../profile.json'],
    ['TINTYPE_OBJECTS', 'etcd'],
    ['TINTYPE_NAMESPACE', 'Not One'],
    ['TINTYPE_SESSION_KEEP_SECONDS', '-1'],
  ] as const)
    it(`takes no ${name} of ${value}`, () => {
      const [fault = ''] = faultsOf({ ...least, [name]: value });
      assert.ok(fault.startsWith(`${name} takes `), fault);
    });
});

describe('the identity of an operator', () => {
  it('is unique, even with one setting for all', () => {
    for (const given of ['operator', undefined]) {
      const [one, another] = [ownIdentity(given), ownIdentity(given)];
      assert.notEqual(one, another);
      for (const each of [one, another]) assert.ok(each.startsWith(`${given ?? hostname().slice(0, 63)}-`), each);
    }
  });

  it('fits into an event, even with the longest name', () => {
    const withName = (name: string) => () => readConfig({ TINTYPE_OPERATOR_IDENTITY: name });
    assert.doesNotMatch(messageOf(withName('x'.repeat(90))), /TINTYPE_OPERATOR_IDENTITY/);
    assert.match(messageOf(withName('x'.repeat(91))), /TINTYPE_OPERATOR_IDENTITY/);
    // The API server's limit of `reportingInstance`.
    assert.ok(ownIdentity('x'.repeat(90)).length <= 128);
  });
});

/** The error's message. */
const messageOf = (read: () => unknown): string => {
  try {
    read();
    return '';
  } catch (error) {
    return String(error);
  }
};
