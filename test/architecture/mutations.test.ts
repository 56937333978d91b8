import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BrokenCopy, declarationsOf, parse } from '../mutations/broken-copy.js';
import {
  after,
  answer,
  argument,
  assigned,
  before,
  type Change,
  call,
  condition,
  edited,
  element,
  initializer,
  operand,
  property,
  remove,
  replace,
  swap,
} from '../mutations/syntax.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const main = join(repository, 'test/dist/mutations/main.js');

/** The declaration after a change, without its layout. */
const made = (source: string, change: Change, name = 'one'): string =>
  edited(source, change(declarationsOf(parse('sample.ts', source), name)))
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('changes by syntax', () => {
  const cases: readonly [name: string, change: Change, source: string, expected: string][] = [
    [
      'removes an element with its comma',
      remove(element('b')),
      'const one = [\n a, // A\n b, // B\n c]',
      'const one = [ a, // A c]',
    ],
    ['the last one does, too', remove(element('b')), 'const one = [a, b];', 'const one = [a];'],
    [
      'removes an argument',
      remove(argument('delete', 1)),
      'const one = () => store.delete(a, b);',
      'const one = () => store.delete(a);',
    ],
    ['removes a shorthand property', remove(property('b')), 'const one = { a, b };', 'const one = { a };'],
    [
      'two elements change places',
      swap(element('a'), element('c')),
      'const one = [a, b, c];',
      'const one = [c, b, a];',
    ],
    [
      'a call is another expression',
      replace(call('#b'), '(a ? $& : c)'),
      'class C { one() { return this.#b(2); } }',
      'class C { one() { return (a ? this.#b(2) : c); } }',
    ],
    [
      'a condition is forced',
      replace(condition('late'), 'false'),
      "const one = () => { if (why !== 'late') return a; };",
      'const one = () => { if (false) return a; };',
    ],
    [
      'so is one operand',
      replace(operand('b'), 'false'),
      'const one = () => a || (b && c) || d;',
      'const one = () => a || (false && c) || d;',
    ],
    [
      'a constant has another value',
      replace(initializer('a'), '2'),
      'const one = () => { const a = b(); };',
      'const one = () => { const a = 2; };',
    ],
    [
      'an assignment, too',
      replace(assigned('a'), '2'),
      'const one = () => { c.a ||= b(); };',
      'const one = () => { c.a ||= 2; };',
    ],
    [
      'something is done before',
      before(call('b'), 'a();'),
      'const one = () => { const d = b(); };',
      'const one = () => { a(); const d = b(); };',
    ],
    [
      'and after',
      after(call('b'), 'a();'),
      'const one = () => { const d = b(); };',
      'const one = () => { const d = b(); a(); };',
    ],
    [
      'a function answers at once',
      answer('2'),
      'const one = async () => { await a(); };',
      'const one = async () => { return 2; };',
    ],
    ['so does an expression', answer('2'), 'const one = () => a();', 'const one = () => (2);'],
  ];
  for (const [name, change, source, expected] of cases)
    it(name, () => assert.equal(made(source, change, source.startsWith('class') ? 'C.one' : 'one'), expected));

  it('of two declarations of a name, the one is meant that has it', () => {
    const files = ['const one = [a];', 'const one = [b];'].map((text) => parse('sample.ts', text));
    const [edit] = remove(element('b'))(files.flatMap((file) => declarationsOf(file, 'one')));
    assert.equal(edit?.file, files[1]);
  });

  it('what is not there, or more than once, is an error', () => {
    const change = replace(call('a'), 'b()');
    assert.throws(() => made('const one = () => c();', change), { message: 'the call of a is not there.' });
    assert.throws(() => made('const one = () => a(a());', change), { message: 'the call of a is there 2 times.' });
  });
});

describe('a copy with a mistake', () => {
  it('runs its own compiled code: each package resolves in it, and no program loads a bundle', () => {
    const copy = new BrokenCopy(repository, []);
    try {
      for (const name of readdirSync(join(repository, 'node_modules/@tintype'))) {
        const folder = realpathSync(join(copy.folder, 'node_modules/@tintype', name));
        assert.ok(folder.startsWith(realpathSync(copy.folder)), name);
        assert.ok(existsSync(join(folder, 'package.json')), name);
        assert.equal(
          existsSync(join(folder, 'src')),
          existsSync(join(repository, 'node_modules/@tintype', name, 'src')),
          name,
        );
        assert.ok(!existsSync(join(folder, 'dist/bundle/make-cache.mjs')), name);
      }
    } finally {
      copy.remove();
    }
  });
});

describe('make mutations', () => {
  it('says how it is used, and what is no mistake, before it installs anything', () => {
    const run = (...names: string[]) => spawnSync(process.execPath, [main, ...names], { encoding: 'utf8' });
    const help = run('--help');
    assert.deepEqual([help.status, help.stderr], [0, '']);
    assert.match(help.stdout, /make mutations NAMES='open_late one_more'/);
    const { status, stdout, stderr } = run('nothing,nothing  open_late', 'one_more');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^There is no mistake "nothing"\. There are no_finalizer, .*\bno_republish, /);
    const none = run('');
    assert.deepEqual([none.status, none.stdout], [2, '']);
    assert.match(none.stderr, /^NAMES names no mistake\.\n\n/);
  });
});
