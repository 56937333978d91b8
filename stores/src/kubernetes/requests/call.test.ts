import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Invalid } from '@tintype/crds';
import { type Call, describe as described, requestOf } from './call.js';

const server = new URL('https://api.example:6443');
const pathOf = (call: Call, base = server) => {
  const { method, path } = requestOf(call, base, {});
  return `${method} ${path}`;
};
const at = { namespace: 'web', name: 'a' };

const cases: [Call, string][] = [
  [{ verb: 'get', kind: 'Pod', at }, 'GET /api/v1/namespaces/web/pods/a'],
  [{ verb: 'get', kind: 'Lease', at }, 'GET /apis/coordination.k8s.io/v1/namespaces/web/leases/a'],
  [{ verb: 'list', kind: 'Pod', at: {} }, 'GET /api/v1/pods'],
  [{ verb: 'list', kind: 'Pod', at: {}, query: { limit: '5' } }, 'GET /api/v1/pods?limit=5'],
  [{ verb: 'watch', kind: 'Pod', at: { namespace: 'web' } }, 'GET /api/v1/namespaces/web/pods'],
  [{ verb: 'create', kind: 'Pod', at }, 'POST /api/v1/namespaces/web/pods'],
  [{ verb: 'update', kind: 'BrowserSession', at }, 'PUT /apis/tintype.dev/v1alpha1/namespaces/web/browsersessions/a'],
  [
    { verb: 'update_status', kind: 'BrowserPool', at },
    'PUT /apis/tintype.dev/v1alpha1/namespaces/web/browserpools/a/status',
  ],
  [{ verb: 'delete', kind: 'Pod', at }, 'DELETE /api/v1/namespaces/web/pods/a'],
];

describe('the request of a call', () => {
  for (const [call, expected] of cases) it(expected, () => assert.equal(pathOf(call), expected));

  it('lies below the path that the server has itself', () => {
    const behind = new URL('https://proxy.example/clusters/a/');
    assert.equal(pathOf({ verb: 'list', kind: 'Pod', at: {} }, behind), 'GET /clusters/a/api/v1/pods');
  });

  for (const verb of ['get', 'update', 'delete'] as const) {
    it(`of ${verb} is refused without a name, and with an impossible one`, () => {
      const none = [{ namespace: 'web', name: '' }, { namespace: '', name: 'a' }, {}];
      for (const place of [...none, { namespace: 'web', name: 'a/../b?c' }, { namespace: '..', name: 'a' }])
        assert.throws(() => requestOf({ verb, kind: 'Pod', at: place }, server, {}), Invalid);
    });
  }

  it('is described for messages', () => {
    assert.equal(described({ verb: 'update_status', kind: 'Pod', at }), 'update of the status of Pod web/a');
    assert.equal(described({ verb: 'list', kind: 'Pod', at: {} }), 'list of Pod');
  });
});
