import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { missingFor, root, rust } from '../clients/languages.js';

// `make test` builds it without TLS, in half the time.
describe('the Rust library with its default features', () => {
  const missing = missingFor(rust);
  it('compiles', { skip: missing ? `${missing} is not installed` : false }, async () => {
    const env = { ...process.env, ...rust.environment };
    const args = ['check', '--quiet', '--locked', '--offline'];
    await promisify(execFile)('cargo', args, { cwd: join(root, rust.folder), env, timeout: 600_000 });
  });
});
