import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { examplesOf, runExample } from '../../clients/examples.js';
import { guide, moduleCommand } from '../../clients/guide.js';
import { commandLineCases, languageCases } from '../../clients/language-cases.js';
import { languages } from '../../clients/languages.js';
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

/** The other languages have one case of each kind here. test/long/clients-long.test.ts plays all of all. */
const walking = ['php', 'python', 'javascript'];
const testing = ['python', 'ruby', 'php', 'go', 'rust'];
const reading = ['python', 'ruby'];
/** The command line's examples of renders, a session and a batch. */
const shortExamples = ['tintype metadata', 'sessions create --ttl', 'batch submit'];

const named = (names: readonly string[]) => languages.filter(({ name }) => names.includes(name));

describe('the client libraries', { timeout: 900_000, concurrency: 4 }, () => {
  let stage: ClientStage;
  const stageOf = () => stage;
  const outcomes = new Map<string, Outcome>();

  before(async () => {
    stage = await ClientStage.start(['cli', 'n8n', zapierName, ...new Set([...walking, ...testing, ...reading])]);
  });
  after(async () => {
    await stage?.stop();
    console.log(tableOf(steps, outcomes));
  });

  // Most of a walk is waits: for pages, for a recording, for a webhook.
  for (const language of named(walking)) languageCases.walk(language, stageOf, outcomes);
  for (const language of named(testing)) languageCases.tests(language, stageOf, language.shortTests);
  for (const language of named(reading)) languageCases.readme(language, stageOf);

  for (const { name, word, command } of guide.filter(({ isShort }) => isShort)) {
    it(`the block of docs/clients.md for ${name} runs`, async () => {
      // The first `sh` block reads the account that `make run` made.
      const [code] = examplesOf('docs/clients.md', word).filter((each) => !each.includes('IFS='));
      assert.ok(code);
      await runExample(stage, name, command(code));
    });
  }

  commandLineCases(stageOf, shortExamples);

  for (const [at, code] of examplesOf('clients/javascript/README.md', 'js').entries())
    it(`example ${at + 1} of clients/javascript/README.md runs`, async () => {
      const isHook = code.includes('const hook');
      const output = await runExample(stage, 'javascript', moduleCommand(isHook ? code + hookCalls : code));
      assert.match(output, isHook ? /^batch_1 completed\n204 401\n$/ : /./);
    });

  n8nCases(stageOf);
  zapierCases(stageOf);
});
