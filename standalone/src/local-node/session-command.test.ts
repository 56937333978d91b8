import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pod } from '@tintype/crds';
import { PodFiles } from './pod-files.js';
import { sessionCommand } from './session-command.js';

const files = new PodFiles('/data/pods', '00000000-1111-2222-3333-444444444444');
const place = { port: 4000, egressPort: 4001, uid: 50_001 };
const facts = {
  program: '/program.js',
  environment: { PATH: '/bin', TINTYPE_EGRESS_ALLOW: '10.0.0.1', TINTYPE_MASTER_KEY: 'secret', OTHER: 'secret' },
  chromium: '/chromium',
  browser: { TINTYPE_HEADLESS_SHELL: '/shell' },
  shellVersion: { current: '156.0.8078.79' },
  browserWall: 'on' as const,
  examplePort: 5000,
  ownPorts: [1, 2],
};

const podOf = (container: object): Pod =>
  ({ spec: { containers: [{ name: 'browser', image: 'none', ...container }] } }) as Pod;

const environmentOf = (container: object) => sessionCommand(facts, podOf(container), place, files).environment;

describe('the command of a session', () => {
  it('has the variables of the program, and no others', () => {
    assert.deepEqual(environmentOf({ env: [{ name: 'TINTYPE_POD_KEY', value: 'key' }] }), {
      PATH: '/bin',
      TINTYPE_EGRESS_ALLOW: '10.0.0.1',
      TINTYPE_POD_KEY: 'key',
      TINTYPE_NODE_ROLE: 'session',
      TINTYPE_SESSION_HOST: '127.0.0.1',
      TINTYPE_SESSION_PORT: '4000',
      TINTYPE_EGRESS_PORT: '4001',
      TINTYPE_TERMINATION_LOG: '/data/pods/00000000-1111-2222-3333-444444444444/termination-log',
      TINTYPE_BROWSER_UID: '50001',
      TINTYPE_HEADLESS_SHELL: '/shell',
      TINTYPE_HEADLESS_SHELL_VERSION: '156.0.8078.79',
      TINTYPE_CHROMIUM: '/chromium',
      TINTYPE_BROWSER_WALL: 'on',
      TINTYPE_EGRESS_INTERNAL: '127.0.0.1:5000',
      TINTYPE_OWN_PORTS: '1,2',
      TMPDIR: files.scratch,
    });
  });

  it('starts the program from its snapshot, if there is one', () => {
    const { args } = sessionCommand({ ...facts, snapshot: () => '/blob' }, podOf({}), place, files);
    assert.deepEqual(args, ['--snapshot-blob=/blob', '/program.js']);
    const without = sessionCommand({ ...facts, snapshot: () => undefined }, podOf({}), place, files);
    assert.deepEqual(without.args, ['/program.js']);
  });

  it('overrides variables of the pod by those of the machine', () => {
    const env = [
      'TINTYPE_SESSION_PORT',
      'TINTYPE_EGRESS_PORT',
      'TINTYPE_BROWSER_UID',
      'TINTYPE_BROWSER_WALL',
      'TINTYPE_OWN_PORTS',
      'TMPDIR',
    ].map((name) => ({
      name,
      value: 'other',
    }));
    assert.deepEqual(environmentOf({ env }), environmentOf({}));
  });

  it('throws without a full Chromium', () => {
    assert.throws(() => sessionCommand({ ...facts, chromium: undefined }, podOf({}), place, files), /full Chromium/);
  });
});
