import assert from 'node:assert/strict';
import { it } from 'node:test';
import { examplesOf, runExample } from './examples.js';
import { shellCommand } from './guide.js';
import { type Language, missingFor } from './languages.js';
import { type ClientStage, type Outcome, steps } from './stage.js';

const missing = new Map<string, string | undefined>();

/** Why tests of the language are skipped. */
export const skipOf = (language: Language): string | false => {
  if (!missing.has(language.name)) missing.set(language.name, missingFor(language));
  const program = missing.get(language.name);
  return program ? `${program} is not installed` : false;
};

/** The tests of a language, on a stage that has an account of its name. */
export const languageCases = {
  walk: (language: Language, stageOf: () => ClientStage, outcomes: Map<string, Outcome>): void => {
    it(`${language.name} takes the walk`, { skip: skipOf(language) }, async () => {
      const outcome = await stageOf().walk(language);
      outcomes.set(language.name, outcome);
      assert.equal(outcome.code, 0, outcome.output);
      assert.deepEqual([...outcome.steps.keys()], steps);
    });
  },

  tests: (language: Language, stageOf: () => ClientStage, command = language.tests): void => {
    const { name, folder } = language;
    if (!command) return;
    it(`${name} passes its own tests`, { skip: skipOf(language) }, async () => {
      const { code, output } = await stageOf().run(name, folder, command);
      assert.equal(code, 0, output);
    });
  },

  readme: (language: Language, stageOf: () => ClientStage): void => {
    const { name, folder, readme } = language;
    if (!readme) return;
    it(`${name} runs the examples of its README`, { skip: skipOf(language) }, async () => {
      const examples = examplesOf(`${folder}/README.md`, readme.word);
      const code = examples.map((each) => (each.includes('hook(') ? `${each}\n${readme.hook}` : each)).join('\n');
      const output = await runExample(stageOf(), name, readme.command(code));
      // What the last blocks print.
      assert.match(output, /hook 204 401\n[\s\S]*selector_not_found[\s\S]*your-api-key/);
    });
  },
};

/**
 * The examples of the command line's README: all, or one for each of `words`, which it contains.
 *
 * @throws if another number of examples than one contains a word
 */
export const commandLineCases = (stageOf: () => ClientStage, words?: readonly string[]): void => {
  const all = [...examplesOf('clients/cli/README.md', 'bash').entries()];
  const examplesWith = (word: string) => {
    const found = all.filter(([, code]) => code.includes(word));
    assert.equal(found.length, 1, `examples of clients/cli/README.md with ${word}`);
    return found;
  };
  for (const [at, code] of words?.flatMap(examplesWith) ?? all)
    it(`example ${at + 1} of clients/cli/README.md runs`, async () => {
      const output = await runExample(stageOf(), 'cli', shellCommand(code));
      if (code.includes('tintype metadata')) assert.match(output, /A lantern is a lamp[\s\S]*"author": "Ida Lens"/);
    });
};
