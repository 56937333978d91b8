import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PlayedClock } from '../../memory/played-clock.js';
import { RotatingAccess } from './rotating-access.js';

const checkMs = 2000;
const silent = { info: () => undefined, warn: () => undefined };

describe('a doubt about credentials', () => {
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

  it('makes the next call look at once, and that one alone', async () => {
    writeToken('newer');
    assert.equal(await token(), 'Bearer old');
    access.checkSoon();
    assert.equal(await token(), 'Bearer newer');
    writeToken('the newest');
    assert.equal(await token(), 'Bearer newer');
  });

  it('that comes while a look is under way makes the call after it look again', async () => {
    await clock.advance(checkMs);
    const looking = token();
    access.checkSoon();
    assert.equal(await looking, 'Bearer old');
    writeToken('newer');
    assert.equal(await token(), 'Bearer newer');
  });

  it('is not settled by a look that was under way, for the calls that wait for it', async () => {
    await clock.advance(checkMs);
    const looking = token();
    access.checkSoon();
    assert.deepEqual(await Promise.all([looking, token()]), ['Bearer old', 'Bearer old']);
    writeToken('newer');
    assert.equal(await token(), 'Bearer newer');
  });
});
