import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startNatsServer } from '../../kit/nats/server.js';
import { tintype } from '../../kit/standalone/stack.js';

const user = (permissions: string) => `{ user: ann, password: secret, permissions: ${permissions} }`;

const cases: [what: string, config: string, complaint: RegExp][] = [
  [
    'has no JetStream for the login',
    'accounts { A: { users: [{ user: ann, password: secret }] } }',
    /^NATS at 127\.0\.0\.1:\d+ has no JetStream for this login, or .*: enable JetStream, or try again\.\n$/,
  ],
  [
    'does not let the login ask',
    `authorization { users: [${user('{ publish: { deny: ">" } }')}] }`,
    /does not let the user "ann" publish to \$JS\.API\..*: set TINTYPE_NATS_URL to a user with all rights\.\n$/,
  ],
  [
    'does not let the login hear the answer',
    `authorization { users: [${user('{ subscribe: { deny: ">" } }')}] }`,
    /does not let the user "ann" subscribe to _INBOX_ann.*: set TINTYPE_NATS_URL to a user with all rights\.\n$/,
  ],
];

describe('tintype ledger on a NATS that cannot keep it', { timeout: 600_000 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-refused-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [what, config, complaint] of cases) {
    it(`says what to do where it ${what}, and exits with 2`, async (t) => {
      const server = await startNatsServer({ config });
      t.after(() => server.stop());
      const { url } = server;
      url.username = 'ann';
      url.password = 'secret';
      for (const verb of ['verify', 'adopt']) {
        const environment = { TINTYPE_NATS_URL: url.href, TINTYPE_DATA_DIR: folder };
        const refused = await tintype(['ledger', verb], environment);
        assert.deepEqual([refused.code, refused.output], [2, ''], verb);
        assert.match(refused.complaint, complaint);
        assert.doesNotMatch(refused.complaint, /secret|^\s+at /m, 'no password, no stack trace');
      }
    });
  }
});
