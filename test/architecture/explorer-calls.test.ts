import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { callSites, declaredCalls, needlesslyInternal } from '../explorer/sources/call-sites.js';
import type { ExploredProgram } from '../explorer/sources/explored.js';
import { SourceProgram } from '../explorer/sources/source-program.js';

const outside = `
export interface Status { phase?: 'Active' | 'Failed'; credits?: number }
export interface Store {
  get<K extends 'Pod' | 'BrowserSession'>(kind: K, key: string): Promise<K | undefined>;
  updateStatus<K extends 'Pod' | 'BrowserSession'>(kind: K, status: Status): Promise<void>;
}
export interface Agent { close(pod: string): Promise<void>; open: (pod: string) => Promise<void> }
export interface Outside {
  store: Store;
  agent: Agent;
  slots?: { free: (session: string) => Promise<void> };
  tell: (text: string) => Promise<void>;
  now: () => number;
}`;

/** Looks at a program with these lines in a function that takes its dependencies. */
const look = <T>(
  lines: string,
  ask: (explored: ExploredProgram) => T,
  internal: ExploredProgram['internal'] = [],
): T => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-calls-'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  try {
    write('package.json', '{ "type": "module" }');
    write(
      'tsconfig.json',
      '{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [], "lib": ["es2024"] } }',
    );
    write('outside.ts', outside);
    write(
      'apart.ts',
      `import type { Agent } from './outside.js';\nexport const apart = (agent: Agent) => agent.open('');`,
    );
    const imports = `import './apart.js';\nimport type { Outside, Status, Store } from './outside.js';`;
    write('begin.ts', `${imports}\nexport const begin = async (outside: Outside) => {\n${lines}\n};`);
    const program = new SourceProgram(folder);
    const type = program.interfaceIn(program.file('outside.ts'), 'Outside');
    const part = { name: 'part', entries: [program.file('begin.ts')], dependencies: type };
    return ask({ program, parts: [part], folders: ['.'], internal });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Every program has `agent.open`, which another file calls. */
const sitesIn = (lines: string, internal?: ExploredProgram['internal']): string[] =>
  look(lines, callSites, internal).filter((site) => site !== 'part: agent.open');

describe('the calls that the explorer has to play', () => {
  const forms: [form: string, lines: string, site: string][] = [
    ['a method of an interface', `await outside.agent.close('');`, 'part: agent.close'],
    ['a function by itself', `await outside.tell('');`, 'part: tell'],
    ['one that may not be there', `await outside.slots?.free('');`, 'part: slots.free'],
    ['one that is taken out', `const { agent: { close } } = outside; await close('');`, 'part: agent.close'],
    ['one that gets another name', `const { close: end } = outside.agent; await end('');`, 'part: agent.close'],
    ['one by a property', `await outside['agent']['close']('');`, 'part: agent.close'],
    ['one in brackets', `await (outside.agent!.close)('');`, 'part: agent.close'],
    [
      'one of a part of the interface',
      `const a: Pick<Outside['agent'], 'close'> = outside.agent; await a.close('');`,
      'part: agent.close',
    ],
    [
      'one in a function of its own',
      `const f = (store: Store) => store.get('Pod', ''); await f(outside.store);`,
      'part: store.get Pod',
    ],
    ['one of a kind in a variable', `const kind = 'Pod'; await outside.store.get(kind, '');`, 'part: store.get Pod'],
  ];
  for (const [form, lines, site] of forms) it(`finds ${form}`, () => assert.deepEqual(sitesIn(lines), [site]));

  it('finds what another file does, and what does so that no part reaches', () => {
    assert.deepEqual(look('', callSites), ['part: agent.open']);
    const alone = ({ program, parts, ...rest }: ExploredProgram) =>
      callSites({ ...rest, program, parts: parts.map((part) => ({ ...part, entries: [program.file('outside.ts')] })) });
    assert.deepEqual(look('', alone), ['outside the parts: agent.open']);
  });

  it('finds the phase that a status is written for, or its reason where the phase stays', () => {
    const lines = `
      const write = (status: Status, reason: 'Open' | 'Differs') => outside.store.updateStatus('BrowserSession', status);
      await write({ phase: 'Active', credits: 1 }, 'Open');
      await write({ credits: 1 }, 'Differs');`;
    const name = 'part: store.updateStatus BrowserSession';
    assert.deepEqual(sitesIn(lines), [`${name} Active`, `${name} Differs`]);
  });

  it('finds nothing that is inside', () => {
    const internal = [{ call: 'now', why: '' }];
    assert.deepEqual(sitesIn('outside.now(); [outside.now].map((now) => now());', internal), []);
    assert.deepEqual(look('', needlesslyInternal, internal), []);
    assert.deepEqual(look('', needlesslyInternal, [{ call: 'agent.kill', why: '' }]), ['agent.kill']);
  });

  it('knows all that may be called', () => {
    const names = look('', declaredCalls).map(({ name }) => name);
    assert.deepEqual(names, ['agent.close', 'agent.open', 'slots.free', 'tell', 'now']);
  });

  const lost: [what: string, lines: string, message: RegExp][] = [
    ['a call that is handed on', `const f = (g: Outside['tell']) => g; f(outside.tell);`, /begin\.ts:4: .* passed on/],
    ['a call that strangers are given', `['a'].map(outside.agent.close);`, /passed to code that is not checked/],
    ['a call that is bound', `const close = outside.agent.close.bind(outside.agent);`, /not checked/],
    ['a call in an object', `const { close } = outside.agent; const all = { close };`, /passed on/],
    [
      'a service that strangers are given',
      `console.log(Object.entries(outside.agent));`,
      /passed to code that is not checked/,
    ],
    ['all of it given to strangers', `structuredClone({ outside });`, /passed to code that is not checked/],
    [
      'a call without a kind',
      `const f = (kind: 'Pod') => 0; await outside.store.get(f as never, '');`,
      /the kind is not/,
    ],
    [
      'a status that is written for nobody knows what',
      `await outside.store.updateStatus('BrowserSession', {});`,
      /no caller names/,
    ],
  ];
  for (const [what, lines, message] of lost)
    it(`refuses ${what}`, () => assert.throws(() => sitesIn(lines), { message }));
});
