import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { endProcessesNaming } from './end-processes.js';
import { processState } from './process-state.js';

describe('ending the processes that name a path', { timeout: 600_000 }, () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-named-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A group of two, of which one alone says where it was started from; the other's id is the answer. */
  const start = async (name: string) => {
    const script = join(folder, name);
    writeFileSync(script, 'trap "" TERM; sleep 600 & echo $!; wait');
    const child = spawn('/bin/sh', [script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const [other] = await once(child.stdout, 'data');
    return { child, exited: once(child, 'exit'), other: Number(other) };
  };

  it('kills them and their groups, and no others', async () => {
    const [one, bystander] = [await start('one'), await start('other')];
    await endProcessesNaming(join(folder, 'one'));
    assert.equal((await one.exited)[1], 'SIGKILL');
    assert.ok(processState(one.other)?.dead ?? true, 'the rest of the group is dead');
    assert.equal(processState(bystander.other)?.dead, false);
    await endProcessesNaming(`${folder}/`);
    assert.equal((await bystander.exited)[1], 'SIGKILL');
  });

  it('kills no more than it in a group that is ours', async () => {
    const script = join(folder, 'ours');
    writeFileSync(script, 'echo started; read line');
    const child = spawn('/bin/sh', [script], { stdio: ['pipe', 'pipe', 'ignore'] });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    await endProcessesNaming(script);
    assert.equal((await exited)[1], 'SIGKILL');
  });

  it('has nothing to do where there are none', () => endProcessesNaming(join(folder, 'nothing')));
});
