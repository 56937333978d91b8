import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { type ListenerProgram, nodeListener, perlListener } from './wall-listener.js';

/** The program in the browser's place prints what it has inherited. */
const inherited = ['/bin/sh', '-c', 'env; ls -l /proc/self/fd'];

const start = ({ command, files }: ListenerProgram) => {
  const [program = '', ...args] = [...command(0), ...inherited];
  const stdio = ['ignore', 'pipe', 'ignore', 'ignore', 'ignore', 'ipc', 'ignore', ...files()] as const;
  return spawn(program, args, { env: { HOME: '/', PATH: '/usr/bin:/bin' }, stdio: [...stdio] });
};

const programs = { Perl: perlListener(), 'Node.js': nodeListener };

describe('the listener of a wall', { skip: process.platform !== 'linux' && 'Linux only' }, () => {
  for (const [name, program] of Object.entries(programs))
    it(`comes out of ${name}, and the browser inherits none of it`, { skip: !program && 'not installed' }, async () => {
      const child = start(program as ListenerProgram);
      const output = text(child.stdout as NonNullable<typeof child.stdout>);
      const [said, listener] = (await once(child, 'message')) as [string, Server];
      assert.equal(said, 'listening');
      assert.ok(listener.listening);
      assert.match(JSON.stringify(listener.address()), /"127\.0\.0\.1"/);
      listener.close();
      if (child.connected) child.disconnect();
      const lines = (await output).split('\n');
      const variables = lines.flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
      const sockets = lines.flatMap((line) => / (\d+) -> socket:/.exec(line)?.[1] ?? []);
      assert.deepEqual(variables.filter((each) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(each)).sort(), [
        'HOME',
        'PATH',
      ]);
      assert.deepEqual(sockets, ['1']);
    });

  it('is not Perl if the wall hides it', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tintype-perl-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const [program, link] = [join(folder, 'perl5'), join(folder, 'perl')];
    writeFileSync(program, '');
    symlinkSync(program, link);
    assert.equal(perlListener(link), undefined);
  });
});
