import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { play } from '../playing.test.kit.js';

/** Typed lines, and a word that the shell offers for the last one. */
const typed: readonly [line: string, offered: string][] = [
  ['tintype scr', 'screenshot'],
  ['tintype batch su', 'submit'],
  ['tintype screenshot x --dry', '--dry-run'],
  ['tintype content x --format m', 'markdown'],
  ['tintype sessions action s wait_for_s', 'wait_for_selector'],
  ['tintype screenshot x -X dark', 'darkMode='],
  ['tintype screenshot x -X type=we', 'type=webp'],
  ['tintype screenshot x -X emulateDevice=iphone_15_pro_l', 'emulateDevice=iphone_15_pro_landscape'],
];

/** What each shell does with the script in the file, and prints of it: a line for each word. The parts of words are those of bash. */
const shells: Readonly<Record<string, (file: string, line: string) => string>> = {
  bash: (file, line) => {
    const words = line.split(/ |(=)/).filter(Boolean);
    const named = words.map((word) => `'${word}'`).join(' ');
    return `compopt() { :; }; . '${file}'; COMP_LINE='${line}'; COMP_POINT=${line.length}; COMP_WORDS=(${named})
COMP_CWORD=${words.length - 1}; _tintype; printf '%s\\n' "\${COMPREPLY[@]}"`;
  },
  zsh: (file, line) => {
    const words = line.split(' ');
    return `compdef() { :; }; compadd() { local begin; [ "$1" != -p ] || begin=$2; print -rl -- "$begin\${^@}"; }; . '${file}'
words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _tintype`;
  },
  fish: (file, line) => `source '${file}'; complete --do-complete '${line}'`,
};

/** Without the files of the person who runs the tests. */
const flags: Readonly<Record<string, readonly string[]>> = { zsh: ['-fc'], fish: ['--no-config', '-c'] };

const run = (shell: string, script: string) =>
  spawnSync(shell, [...(flags[shell] ?? ['-c']), script], { encoding: 'utf8' });

const isInstalled = (shell: string): boolean => run(shell, 'true').status === 0;

describe('the completion', () => {
  for (const [shell, script] of Object.entries(shells))
    it(`works in ${shell}`, { skip: isInstalled(shell) ? false : `${shell} is not installed` }, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'tintype-completion-'));
      t.after(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'completion');
      writeFileSync(file, (await play(`completion ${shell}`)).out);
      for (const [line, offered] of typed) {
        const { stdout, stderr } = run(shell, script(file, line));
        assert.equal(stderr, '');
        const whole = shell === 'bash' ? offered.replace(/^\w+=(?=.)/, '') : offered;
        assert.ok(
          stdout.split('\n').some((each) => each.split('\t')[0] === whole),
          `${line}: ${stdout}`,
        );
      }
    });
});
