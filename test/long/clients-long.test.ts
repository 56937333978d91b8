import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { examplesOf, runExample } from '../clients/examples.js';
import { guide } from '../clients/guide.js';
import { missingFor, root, rust } from '../clients/languages.js';
import { ClientStage } from '../clients/stage.js';

// `make test` compiles it once, without TLS, for the walk.
describe('the Rust library', { timeout: 1_200_000 }, () => {
  const missing = missingFor(rust);
  const skip = missing ? `${missing} is not installed` : false;
  let stage: ClientStage;

  before(async () => {
    stage = await ClientStage.start([rust.name]);
  });
  after(() => stage?.stop());

  it('passes its own tests', { skip }, async () => {
    const { code, output } = await stage.run(rust.name, rust.folder, rust.tests ?? []);
    assert.equal(code, 0, output);
  });

  it('runs the block of docs/clients.md', { skip }, async () => {
    const block = guide.find(({ name }) => name === rust.name);
    const [code] = examplesOf('docs/clients.md', 'rust');
    assert.ok(block && code);
    assert.match(await runExample(stage, rust.name, block.command(code)), /image\/png/);
  });

  it('compiles with its default features', { skip }, async () => {
    const env = { ...process.env, ...rust.environment };
    const args = ['check', '--quiet', '--locked', '--offline'];
    await promisify(execFile)('cargo', args, { cwd: join(root, rust.folder), env, timeout: 600_000 });
  });
});
