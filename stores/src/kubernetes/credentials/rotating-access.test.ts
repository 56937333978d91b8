import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PlayedClock } from '../../memory/played-clock.js';
import { RotatingAccess } from './rotating-access.js';

const checkMs = 2000;
const silent = { info: () => undefined, warn: () => undefined };

describe('a check that was requested', () => {
  let folder: string;
  let clock: PlayedClock;
  let access: RotatingAccess;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-access-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    clock = new PlayedClock();
    writeToken('old');
    const source = { kubeconfig: [join(folder, 'config')] };
    access = await RotatingAccess.open({ source, log: silent, clock, checkMs, readMs: 15_000 });
  });

  /** The tokens differ in length: the file's time may be too coarse to distinguish two writes. */
  const writeToken = (token: string) => {
    const config = {
      'current-context': 'here',
      clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:1' } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
    };
    writeFileSync(join(folder, 'config'), JSON.stringify(config));
  };

  const token = async () => (await access.current()).headers.authorization;

  it('happens at the next call, and only there', async () => {
    writeToken('newer');
    assert.equal(await token(), 'Bearer old');
    access.checkSoon();
    assert.equal(await token(), 'Bearer newer');
    writeToken('the newest');
    assert.equal(await token(), 'Bearer newer');
  });

  it('during a running check happens at the call after it', async () => {
    await clock.advance(checkMs);
    const looking = token();
    access.checkSoon();
    assert.equal(await looking, 'Bearer old');
    writeToken('newer');
    assert.equal(await token(), 'Bearer newer');
  });

  it('is not satisfied by a running check, even for calls that wait for it', async () => {
    await clock.advance(checkMs);
    const looking = token();
    access.checkSoon();
    assert.deepEqual(await Promise.all([looking, token()]), ['Bearer old', 'Bearer old']);
    writeToken('newer');
    assert.equal(await token(), 'Bearer newer');
  });
});
