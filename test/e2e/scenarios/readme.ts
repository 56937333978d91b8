import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Stage } from '../stage.js';
import { commands } from './commands.js';
import type { Scenario } from './scenario.js';

/** Only the page differs: the cluster has no internet. */
const asWritten = async (stage: Stage) => {
  const page = stage.pages.url('/page');
  const written = [commands('A picture'), commands('A session')].join('\n');
  const script = written
    .replaceAll(encodeURIComponent('https://example.com/'), encodeURIComponent(page))
    .replaceAll('https://example.com/', page);
  assert.ok(script.split(page).length === 2 && script.includes(encodeURIComponent(page)));
  const folder = join(stage.options.tools.folder, 'readme');
  mkdirSync(folder);
  const output = await stage.options.tools.shell(`trap 'kill $FORWARD || true' EXIT\n${script}`, folder);
  assert.equal(PNG.sync.read(readFileSync(join(folder, 'page.png'))).width, 1440);
  assert.match(output, /"title":"a page"/);
  assert.match(output, /^sess-\S+ +Active +demo /m);
  assert.match(output, /"status":"closed".*"billedCredits":1/);
};

export const readme: readonly Scenario[] = [
  { name: "the README's commands: a picture and a session", play: asWritten },
];
