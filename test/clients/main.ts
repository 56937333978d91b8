// `make clients`: plays the walk of clients/conformance with each library, and prints the table of languages and steps.
import { once } from 'node:events';
import { languages, missingFor, runtimes } from './languages.js';
import { ClientStage, type Outcome, steps, tableOf } from './stage.js';

const [wanted = ''] = process.argv.slice(2);
const names = wanted.split(',').filter(Boolean);
const all = [...languages, ...runtimes];
const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));

const hold = async (stage: ClientStage) => {
  for (const [name, value] of Object.entries(stage.environmentOf('hand'))) console.log(`export ${name}='${value}'`);
  console.log('# Ctrl-C ends the server.');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
};

const walkAll = async (stage: ClientStage) => {
  const outcomes = new Map<string, Outcome>();
  for (const language of chosen) {
    const missing = missingFor(language);
    if (missing) console.log(`${language.name} is skipped: ${missing} is not installed.`);
    else outcomes.set(language.name, await stage.walk(language));
    console.log(outcomes.get(language.name)?.output ?? '');
  }
  console.log(tableOf(steps, outcomes));
  if ([...outcomes.values()].some(({ code }) => code !== 0)) process.exitCode = 1;
};

const stage = await ClientStage.start(['hand', ...all.map(({ name }) => name)]);
try {
  await (names.includes('none') ? hold(stage) : walkAll(stage));
} finally {
  await stage.stop();
}
