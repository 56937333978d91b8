import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { examplesOf, runExample } from '../clients/examples.js';
import { guide } from '../clients/guide.js';
import { languages, missingFor, root, rust, rustReadme } from '../clients/languages.js';
import { compileWithN8n } from '../clients/n8n/package.js';
import { ClientStage } from '../clients/stage.js';

describe('the client libraries, what takes long', { timeout: 1_200_000 }, () => {
  const missing = new Map(languages.map((language) => [language.name, missingFor(language)]));
  const skipOf = (name: string): string | false =>
    missing.get(name) ? `${missing.get(name)} is not installed` : false;
  const skip = skipOf(rust.name);
  let stage: ClientStage;

  before(async () => {
    stage = await ClientStage.start(languages.map(({ name }) => name));
  });
  after(() => stage?.stop());

  it('rust runs the examples of its README', { skip }, async () => {
    const { code, output } = await stage.run(rust.name, rust.folder, rustReadme);
    assert.equal(code, 0, output);
  });

  for (const { name, word, command } of guide.filter(({ isShort }) => !isShort))
    it(`the block of docs/clients.md for ${name} runs`, { skip: skipOf(name) }, async () => {
      const [code] = examplesOf('docs/clients.md', word);
      assert.ok(code);
      const output = await runExample(stage, name, command(code));
      if (name === rust.name) assert.match(output, /image\/png/);
    });

  it('rust compiles with its default features', { skip }, async () => {
    const env = { ...process.env, ...rust.environment };
    const args = ['check', '--quiet', '--locked', '--offline'];
    await promisify(execFile)('cargo', args, { cwd: join(root, rust.folder), env, timeout: 600_000 });
  });

  it('n8n: the sources compile with its own declarations', compileWithN8n);
});
