import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { examplesOf, runExample } from '../clients/examples.js';
import { guide } from '../clients/guide.js';
import { commandLineCases, languageCases, skipOf } from '../clients/language-cases.js';
import { languages, root, rust, rustReadme } from '../clients/languages.js';
import { compileWithN8n, lintWithN8n } from '../clients/n8n/package.js';
import { ClientStage, type Outcome, steps, tableOf } from '../clients/stage.js';

describe('the client libraries, what takes long', { timeout: 1_200_000 }, () => {
  const skip = skipOf(rust);
  let stage: ClientStage;
  const stageOf = () => stage;
  const outcomes = new Map<string, Outcome>();

  before(async () => {
    stage = await ClientStage.start(['cli', ...languages.map(({ name }) => name)]);
  });
  after(async () => {
    await stage?.stop();
    console.log(tableOf(steps, outcomes));
  });

  for (const language of languages) {
    languageCases.walk(language, stageOf, outcomes);
    languageCases.tests(language, stageOf);
    languageCases.readme(language, stageOf);
  }
  commandLineCases(stageOf);

  it('rust runs the examples of its README', { skip }, async () => {
    const { code, output } = await stage.run(rust.name, rust.folder, rustReadme);
    assert.equal(code, 0, output);
  });

  for (const { name, word, command } of guide.filter(({ isShort }) => !isShort)) {
    const language = languages.find((each) => each.name === name);
    it(`the block of docs/clients.md for ${name} runs`, { skip: language && skipOf(language) }, async () => {
      const [code] = examplesOf('docs/clients.md', word);
      assert.ok(code);
      const output = await runExample(stage, name, command(code));
      if (name === rust.name) assert.match(output, /image\/png/);
    });
  }

  it('rust compiles with its default features', { skip }, async () => {
    const env = { ...process.env, ...rust.environment };
    const args = ['check', '--quiet', '--locked', '--offline'];
    await promisify(execFile)('cargo', args, { cwd: join(root, rust.folder), env, timeout: 600_000 });
  });

  it('n8n: its linter finds nothing in the sources and in the packed files', lintWithN8n);

  it('n8n: the sources compile with its own declarations', compileWithN8n);
});
