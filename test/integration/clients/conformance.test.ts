import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { examplesOf, runExample } from '../../clients/examples.js';
import { guide, moduleCommand, shellCommand } from '../../clients/guide.js';
import { languages, missingFor } from '../../clients/languages.js';
import { n8nCases } from '../../clients/n8n/cases.js';
import { ClientStage, type Outcome, steps, tableOf } from '../../clients/stage.js';
import { zapierCases, zapierName } from '../../clients/zapier/cases.js';

/** Calls the `hook` of a README with the signed notification, then with another body. */
const hookCalls = `
for (const body of [process.env.HOOK_BODY, '{}']) {
  const headers = { 'x-signature': process.env.HOOK_SIGNATURE };
  const { status } = await hook(new Request('http://localhost/hook', { method: 'POST', headers, body }));
  process.stdout.write(status === 204 ? '204 ' : status + '\\n');
}`;

describe('the client libraries', { timeout: 900_000, concurrency: 4 }, () => {
  let stage: ClientStage;
  const outcomes = new Map<string, Outcome>();
  const missing = new Map(languages.map((language) => [language.name, missingFor(language)]));

  const skipOf = (name: string): string | false => {
    const program = missing.get(name);
    return program ? `${program} is not installed` : false;
  };

  before(async () => {
    stage = await ClientStage.start(['cli', 'n8n', zapierName, ...languages.map(({ name }) => name)]);
  });
  after(async () => {
    await stage?.stop();
    console.log(tableOf(steps, outcomes));
  });

  // Most of a walk is waits: for pages, for a recording, for a webhook. The languages that compile come first.
  for (const language of languages.toReversed()) {
    it(`${language.name} takes the walk`, { skip: skipOf(language.name) }, async () => {
      const outcome = await stage.walk(language);
      outcomes.set(language.name, outcome);
      assert.equal(outcome.code, 0, outcome.output);
      assert.deepEqual([...outcome.steps.keys()], steps);
    });
  }

  for (const { name, folder, tests, readme } of languages) {
    it(`${name} passes its own tests`, { skip: skipOf(name) || !tests }, async () => {
      const { code, output } = await stage.run(name, folder, tests ?? []);
      assert.equal(code, 0, output);
    });
    it(`${name} runs the examples of its README`, { skip: skipOf(name) || !readme }, async () => {
      const examples = examplesOf(`${folder}/README.md`, readme?.word ?? '');
      const code = examples.map((each) => (each.includes('hook(') ? `${each}\n${readme?.hook}` : each)).join('\n');
      const output = await runExample(stage, name, readme?.command(code) ?? []);
      // What the last blocks print.
      assert.match(output, /hook 204 401\n[\s\S]*selector_not_found[\s\S]*your-api-key/);
    });
  }

  // test/long/clients-long.test.ts runs the other blocks.
  for (const { name, word, command } of guide.filter(({ isShort }) => isShort)) {
    it(`the block of docs/clients.md for ${name} runs`, { skip: skipOf(name) }, async () => {
      // The first `sh` block reads the account that `make run` made.
      const [code] = examplesOf('docs/clients.md', word).filter((each) => !each.includes('IFS='));
      assert.ok(code);
      await runExample(stage, name, command(code));
    });
  }

  for (const [at, code] of examplesOf('clients/cli/README.md', 'bash').entries())
    it(`example ${at + 1} of clients/cli/README.md runs`, async () => {
      const output = await runExample(stage, 'cli', shellCommand(code));
      if (at === 0) assert.match(output, /A lantern is a lamp[\s\S]*"author": "Ida Lens"/);
    });

  for (const [at, code] of examplesOf('clients/javascript/README.md', 'js').entries())
    it(`example ${at + 1} of clients/javascript/README.md runs`, async () => {
      const isHook = code.includes('const hook');
      const output = await runExample(stage, 'javascript', moduleCommand(isHook ? code + hookCalls : code));
      assert.match(output, isHook ? /^batch_1 completed\n204 401\n$/ : /./);
    });

  n8nCases(() => stage);
  zapierCases(() => stage);
});
