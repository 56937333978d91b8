import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { metadataFields } from '@tintype/browser-node/testing';
import {
  cdpCloses,
  endpointOptions,
  endpoints,
  errorTable,
  sessionActionExamples,
  sessionActions,
  sessionActionTypes,
} from '@tintype/contracts';
import { operatorNodeArguments } from '@tintype/operator';
import { nonFinalReasons, poolReasons } from '@tintype/operator/testing';
import { load } from 'js-yaml';
import { playwrights, puppeteers } from '../kit/browser-node/devtools-clients.js';
import { pythonLibraries } from '../kit/programs/test-programs.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The text below a heading, up to the next heading of its level or above. */
const section = (text: string, heading: string) => {
  const [, level = '', rest = ''] = new RegExp(`^(#+) ${heading}$([^]*)`, 'm').exec(text) ?? [];
  assert.ok(level, `no heading "${heading}"`);
  return rest.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '';
};

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The cells of each row. The head has no code, so it does not count. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));

const firstColumn = (text: string) => rowsOf(text).flatMap(([first = '']) => codeIn(first));

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

const api = read('docs/api.md');
const readme = read('README.md');
const configuration = read('docs/configuration.md');
const actions = read('docs/actions.md');
const devTools = read('docs/devtools.md');

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  // One that has been deleted stays in git's list until the commit.
  .filter((file) => file && existsSync(join(root, file)));

/** All matches in the files with that name. At least one must match. */
const foundIn = (name: RegExp, pattern: RegExp) => {
  const texts = files.filter((file) => name.test(file)).map(read);
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([match]) => match));
  assert.ok(found.length > 0, `nothing in ${name}`);
  return found;
};

const ofEndpoints = endpoints.map((endpoint) => ({ endpoint, options: Object.keys(endpointOptions[endpoint].shape) }));

describe('docs/api.md', () => {
  for (const { endpoint, options } of ofEndpoints) {
    it(`has every option of ${endpoint}, and no other`, () => {
      const shared = firstColumn(section(api, 'Options of every endpoint'));
      const own = api.includes(`## Options of \`${endpoint}\``) ? section(api, `Options of \`${endpoint}\``) : '';
      assert.deepEqual(sorted([...shared, ...firstColumn(own)]), sorted([...options, 'expires']));
    });
  }

  it('has every field of the metadata and its sources, in order', () => {
    const table = rowsOf(section(api, 'What `metadata` answers')).map((cells) => cells.map(codeIn));
    const expected = Object.entries(metadataFields).map(([field, { sources }]) => [
      [field],
      sources.map(({ name }) => name),
    ]);
    assert.deepEqual(
      table.filter(([field = []]) => field.length > 0),
      expected,
    );
  });

  it('has every error code with its status, and no other', () => {
    const table = rowsOf(section(api, 'Errors')).flatMap(([status = '', codes = '']) =>
      codeIn(codes).map((code) => `${status.trim()} ${code}`),
    );
    assert.deepEqual(
      sorted(table),
      sorted(Object.entries(errorTable).map(([code, { status }]) => `${status} ${code}`)),
    );
  });

  it('has every metric, and no other', () => {
    const metrics = foundIn(/^(?!test\/).*(?<!\.test)\.ts$/, /(?<=')tintype_[a-z0-9_]+(?=')/g);
    assert.deepEqual(
      sorted(firstColumn(section(api, 'Health and metrics')).filter((name) => !name.startsWith('/'))),
      sorted(metrics),
    );
  });
});

describe('docs/actions.md', () => {
  it('has every type of action, and no other', () => {
    assert.deepEqual(sorted(firstColumn(section(actions, 'The types'))), sorted(sessionActionTypes));
  });

  it('has all fields of what each type takes', () => {
    const rows = new Map(
      rowsOf(section(actions, 'The types')).map(([type = '', payload = '']) => [codeIn(type)[0], payload]),
    );
    for (const type of sessionActionTypes) {
      // `errors` takes the same fields as `console`.
      const told = codeIn(rows.get(type === 'errors' ? 'console' : type) ?? '');
      const taken = Object.keys(sessionActions[type].payload.shape);
      assert.deepEqual(
        taken.filter((field) => !told.includes(field)),
        [],
        type,
      );
    }
  });

  it('has the example of each type', () => {
    const lines = sessionActionTypes.flatMap((type) => {
      const { payload, answer } = sessionActionExamples[type];
      const sent = Object.keys(payload).length > 0 ? { type, payload } : { type };
      return [`→ ${JSON.stringify(sent)}`, `← ${JSON.stringify({ success: true, ...answer, expiresInSeconds: 240 })}`];
    });
    assert.ok(section(actions, 'An example of each').includes(`\n${lines.join('\n')}\n`), lines.join('\n'));
  });
});

describe('docs/devtools.md', () => {
  it('has the versions of the clients that tests run with', () => {
    const versions = rowsOf(section(devTools, 'Tested versions'))
      .slice(2)
      .flatMap(([, cell = '']) => cell.match(/[\d.]+/g) ?? []);
    const run = [...playwrights, ...puppeteers].map(({ name }) => name.split(' ')[1] ?? '');
    assert.deepEqual(sorted(versions), sorted([...run, pythonLibraries.playwright.version]));
  });

  it('has every code with which a connection closes', () => {
    const codes = rowsOf(section(devTools, 'How a connection ends'))
      .slice(2)
      .flatMap(([first = '']) => first.match(/\d+/g) ?? []);
    assert.deepEqual(sorted(codes), sorted(Object.values(cdpCloses).map(({ code }) => String(code))));
  });
});

describe('docs/configuration.md', () => {
  it('has every variable that is read, and no other', () => {
    const ofPrograms = foundIn(/^(?!clients\/)(.*\/)?config\.ts$/, /(?<=')TINTYPE_[A-Z0-9_]+(?=')/g);
    const ofTests = foundIn(/^scripts\/test\.sh$/, /\bTINTYPE_[A-Z0-9_]+/g);
    const table = firstColumn(configuration).filter((name) => name.startsWith('TINTYPE_'));
    assert.deepEqual(sorted(table), sorted([...ofPrograms, ...ofTests]));
  });
});

describe('Dockerfile', () => {
  it('starts the operator as every other place does', () => {
    const command = JSON.stringify([...operatorNodeArguments, 'operator/dist/main.js']).replaceAll(',', ', ');
    assert.ok(read('Dockerfile').includes(`\nCMD ${command}\n`), command);
  });
});

describe('the documents', () => {
  /** Names in a rule about names, in docs/contributing.md. */
  const examples = ['x.ts', 'x.test.ts', 'utils.ts', 'helpers.ts', 'common.ts', 'types.ts'];
  const exists = (path: string) => files.some((file) => file === path || file.endsWith(`/${path}`));

  it('name only TypeScript files that exist', () => {
    const named = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        read(file)
          .split('\n')
          .flatMap(codeIn)
          .filter((code) => /^[\w./-]+\.ts$/.test(code))
          .map((path) => ({ file, path })),
      );
    assert.ok(named.length > 100, `${named.length} file names`);
    const stale = named.filter(({ path }) => !examples.includes(path) && !exists(path));
    assert.deepEqual(
      stale.map(({ file, path }) => `${file}: ${path}`),
      [],
    );
  });
});

describe('docs/runbook.md', () => {
  const alerts = load(read('charts/tintype/files/alerts.yaml')) as { rules: { alert: string; expr: string }[] }[];
  const rules = alerts.flatMap((group) => group.rules);
  const runbook = read('docs/runbook.md');

  it('has a section for each alert of the chart, and none for another', () => {
    const sections = [...runbook.matchAll(/^## (Tintype\w+)$/gm)].map(([, name = '']) => name);
    assert.deepEqual(sorted(sections), sorted(rules.map(({ alert }) => alert)));
  });

  it('and the alerts and the dashboard name metrics that there are', () => {
    const known = firstColumn(section(api, 'Health and metrics'));
    const dashboard = read('charts/tintype/files/dashboard.json');
    const named = [...rules.map(({ expr }) => expr), dashboard, runbook].flatMap(
      (text) => text.match(/\btintype_[a-z0-9_]+/g) ?? [],
    );
    const unknown = sorted(named).filter((name) => !known.includes(name.replace(/_bucket$/, '')));
    assert.deepEqual(unknown, []);
  });

  it('and the panels of the dashboard take labels that their metrics have', () => {
    const metrics = rowsOf(section(api, 'Health and metrics')).filter((row) => row.length === 3);
    const labels = new Map(metrics.map(([name = '', own = '']) => [codeIn(name)[0], codeIn(own)]));
    const { panels } = JSON.parse(read('charts/tintype/files/dashboard.json'));
    const exprs: string[] = panels.flatMap(({ targets = [] }) => targets.map(({ expr }: { expr: string }) => expr));
    assert.ok(exprs.length > 20, `${exprs.length} expressions`);
    const unknownIn = (expr: string) => {
      const [metric = ''] = /tintype_[a-z0-9_]+/.exec(expr) ?? [];
      const known = [...(labels.get(metric.replace(/_bucket$/, '')) ?? []), 'namespace', 'program', 'le'];
      const by = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? [];
      const used = [...by, ...[...expr.matchAll(/(\w+)[!=]~?"/g)].map(([, label = '']) => label)];
      return used.filter((label) => !known.includes(label)).map((label) => `${label} in ${expr}`);
    };
    assert.deepEqual(exprs.flatMap(unknownIn), []);
  });
});

describe('README.md', () => {
  const rows = rowsOf(section(readme, 'Options'));
  /** The options below each bold name of an endpoint; a row may name several. */
  const tables = new Map<string, string[]>();
  let names: string[] = [];
  for (const [first = ''] of rows) {
    const heads = [...first.matchAll(/\*\*([a-z ]+)\*\*/g)].map(([, name = '']) => name);
    if (heads.length > 0) names = heads;
    for (const name of names) tables.set(name, [...(tables.get(name) ?? []), ...codeIn(first)]);
  }

  for (const { endpoint, options } of ofEndpoints) {
    it(`has every option of ${endpoint} once, and no other`, () => {
      const listed = [...(tables.get('every endpoint') ?? []), ...(tables.get(endpoint) ?? [])];
      assert.deepEqual(listed.sort(), options.toSorted());
    });
  }

  it('has every package among the folders', () => {
    const { workspaces }: { workspaces: string[] } = JSON.parse(read('package.json'));
    assert.deepEqual(
      sorted(firstColumn(section(readme, 'The folders')).map((name) => name.replace(/\/$/, ''))),
      sorted([...new Set(workspaces.map((name) => name.split('/')[0] ?? '')), 'charts', 'scripts', 'docs']),
    );
  });
});

describe('docs/operator.md', () => {
  const events = section(read('docs/operator.md'), 'What events and conditions say');

  it('has every reason of a session on its way, and no other', () => {
    assert.deepEqual(sorted(firstColumn(section(events, 'Of sessions'))), sorted(Object.keys(nonFinalReasons)));
  });

  it('has every reason of a pool, and no other', () => {
    assert.deepEqual(sorted(firstColumn(section(events, 'Of pools'))), sorted(Object.keys(poolReasons)));
  });
});
