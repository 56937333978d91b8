import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { startS3Server } from '../../kit/service/s3-server.js';
import { until } from '../../kit/until.js';

const answers = (url: URL) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe('the kit of the S3 server', { timeout: 600_000 }, () => {
  it('keeps its address over a crash, and ends', async () => {
    const server = await startS3Server();
    const { endpoint } = server.settings;
    await server.kill();
    assert.equal(await answers(endpoint), false);
    await server.start();
    assert.equal(server.settings.endpoint.href, endpoint.href);
    assert.equal(await answers(endpoint), true);
    await server.stop();
    assert.deepEqual([await answers(endpoint), existsSync(server.folder)], [false, false]);
  });

  it('ends the server with the test process, even one that is killed', async () => {
    const kit = JSON.stringify(new URL('../../kit/service/s3-server.js', import.meta.url));
    const script = `import { startS3Server } from ${kit};
      const { settings, folder } = await startS3Server();
      console.log(settings.endpoint.href + ' ' + folder); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout, 'data');
    const [endpoint = '', folder = ''] = String(said).trim().split(' ');
    assert.equal(await answers(new URL(endpoint)), true);
    child.kill('SIGKILL');
    await until('the server has ended', async () => !(await answers(new URL(endpoint))) && !existsSync(folder));
  });
});
