import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const check = fileURLToPath(new URL('../../../scripts/words/check-words.mjs', import.meta.url));

describe('the word check', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'words-'))));
  after(() => rmSync(folder, { recursive: true }));

  /** The lines and words that the check refuses in a file, such as `3 told`. */
  function refused(name: string, text: string): string[] {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const { stdout, stderr, status } = spawnSync(process.execPath, [check, file], { encoding: 'utf8' });
    assert.equal(stderr, '');
    const lines = stdout.split('\n').slice(0, -1);
    assert.equal(status, lines.length > 0 ? 1 : 0);
    return lines.map((line) => {
      const [, at, fault] = /:(\d+): (.*) \(docs\/contributing.md, "Words"\)$/.exec(line) ?? [];
      assert.ok(at, line);
      return `${at} ${/^refused word "(.*)": say who does what$/.exec(fault ?? '')?.[1] ?? fault}`;
    });
  }

  it('refuses words in comments, also across lines, and in sentences of the code', () => {
    const source = [
      '// A page may write so',
      '// many lines.',
      "const a = 'Whoever asks';",
      `const b = \`\${a} comes to \${\`it is \${1} told\`}\`;`,
      '/** Is said',
      ' * once. */',
      'const c = /whatever/;',
    ];
    assert.deepEqual(refused('a.ts', source.join('\n')).toSorted(), [
      '1 so many',
      '3 Whoever',
      '4 comes to',
      '4 told',
      '5 said',
    ]);
  });

  it('leaves names, words without a sentence and patterns alone', () => {
    const source = [
      "const told = { said: 'goes' };",
      'const a = /it goes/;',
      "const b = 'http://a//b';",
      '// As_long_as',
    ];
    assert.deepEqual(refused('a.ts', source.join('\n')), []);
  });

  it('refuses comments that start without a subject', () => {
    assert.deepEqual(refused('a.ts', '/** Of its object. */\nconst a = 1; // By uid\n/** The uid. */'), [
      '1 Of …',
      '2 By …',
    ]);
    assert.deepEqual(refused('a.sh', 'a\n# As root\n# does.\nb # With it\n'), ['2 As …', '4 With …']);
    assert.deepEqual(refused('a.tpl', '{{/* From here */}}\n'), ['1 From …']);
  });

  it('refuses later fragments, but no sentence whose main clause follows a comma', () => {
    const comment = '/**\n * One. Of its pod\n * alone.\n *\n * By hand. With `a`,\n * one answers.\n */';
    assert.deepEqual(refused('b.ts', comment).toSorted(), ['2 Of …', '5 By …']);
    const document =
      '# A\n\nWith it.\n\n- From here\n- By day, it waits.\n\n| Of |\n\n```\nAs is.\n```\n\n[With](a.md).\n';
    assert.deepEqual(refused('b.md', document), ['3 With …', '5 From …']);
  });

  it('refuses nobody and somebody in comments and documents', () => {
    assert.deepEqual(refused('c.ts', "// Nobody waits.\nit('waits for somebody', f);"), ['1 Nobody']);
    assert.deepEqual(refused('c.md', 'It waits for somebody.\n'), ['1 somebody']);
  });

  it('refuses words in documents, the chart, scripts and the Makefile', () => {
    assert.deepEqual(refused('a.md', 'As long as it\n**goes**, be\nit so long.\n'), ['2 goes', '2 be it', '3 so long']);
    assert.deepEqual(refused('NOTES.txt', 'A node has room.\n'), ['1 has room']);
    assert.deepEqual(refused('Makefile', 'run: ## whatever runs\n'), ['1 whatever']);
    assert.deepEqual(refused('a.yaml', 'summary: it came\n  to this\n'), ['1 came to']);
  });

  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

  it('refuses sentences of documents above 20 words; code and links are a word each', () => {
    const document = `A.\n\n${words(21)}. ${words(20)}.\n\n| ${words(21)} |\n\n- ${words(19)} \`a b\`.\n- ${words(12)}\n  ${words(10)}.\n`;
    assert.deepEqual(refused('d.md', document), [
      '3 a sentence of 21 words: write at most 20',
      '8 a sentence of 22 words: write at most 20',
    ]);
    assert.deepEqual(refused('e.md', `[a](b ${words(40)}) · ${words(20)} · ${words(20)}\n`), []);
  });

  it('refuses longer sentences of comments, also across lines', () => {
    const comment = `/**\n * ${words(20)}. One\n * ${words(20)}.\n * @throws ${words(20)}\n * - ${words(20)}\n */`;
    const source = [comment, `a; // ${words(20)}`, `// ${words(11)}`, `// ${words(10)}`];
    assert.deepEqual(refused('f.ts', source.join('\n')), [
      '2 a sentence of 21 words: write at most 20',
      '8 a sentence of 21 words: write at most 20',
    ]);
    assert.deepEqual(refused('f.sh', `#!/bin/sh ${words(9)}\n# ${words(20)}\na # ${words(21)}\n`), [
      '3 a sentence of 21 words: write at most 20',
    ]);
  });

  it('refuses longer sentences of literals, also in parts', () => {
    const source = [`a = 'It ${words(10)} ' +`, `  \`\${b / 2} `, `  ${words(9)}. The end.\``];
    assert.deepEqual(refused('g.ts', source.join('\n')), ['1 a sentence of 21 words: write at most 20']);
  });

  it('leaves code, tables and lists of names alone', () => {
    const code = [`//     ${words(21)}`, `// name    ${words(20)}`, `a = 'the { ${words(20)}';`, `b = '${words(21)}';`];
    const table = ['c = `', `  name  the ${words(20)}`, '  told  again`'];
    assert.deepEqual(refused('h.ts', [...code, ...table].join('\n')), ['7 told']);
  });

  it('skips what it does not know and built files', () => {
    assert.deepEqual(refused('a.png', 'told'), []);
    assert.deepEqual(refused('devices.generated.ts', '// told'), []);
  });
});
