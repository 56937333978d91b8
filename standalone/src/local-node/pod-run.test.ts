import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import type { Pod, PodStatus } from '@tintype/crds';
import { freePorts } from '../process/free-ports.js';
import { PodFiles } from './pod-files.js';
import { PodRun } from './pod-run.js';
import type { PodWriter } from './pod-writer.js';

/** Prints a line when it listens, and another at its first probe, which it refuses. */
const program = (port: number) => `
  let probes = 0;
  const answer = (request, response) => {
    probes += 1;
    if (probes === 1) console.log('warm');
    response.writeHead(probes === 1 ? 503 : 200).end();
  };
  require('node:http').createServer(answer).listen(${port}, '127.0.0.1', () => console.log('listening'));`;

const isReady = ({ conditions = [] }: PodStatus) =>
  conditions.some(({ type, status }) => type === 'Ready' && status === 'True');

describe('the run of a pod', { timeout: 60_000 }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-pods-'));
  });
  let run: PodRun | undefined;
  after(async () => {
    run?.kill();
    await rm(folder, { recursive: true });
  });

  it('probes at once after a line of its program', async () => {
    const [port = 0] = await freePorts(1);
    const uid = randomUUID();
    const pod = { metadata: { uid, name: 'p' }, spec: { containers: [{ name: 'x', image: 'x' }] } } as unknown as Pod;
    const lines: string[] = [];
    const writeStatus = async (_: Pod, status: PodStatus) => {
      if (!isReady(status)) return;
      mock.timers.reset();
      run?.end();
    };
    const writer = { bind: async () => pod, writeStatus } as unknown as PodWriter;
    run = new PodRun({
      ...{ pod, writer, files: new PodFiles(folder, uid), place: { port, egressPort: 0, uid: undefined } },
      command: () => ({ file: process.execPath, args: ['-e', program(port)], environment: process.env }),
      onLine: (line) => lines.push(line),
      onNoMemoryLimit: () => undefined,
      onError: (error) => assert.fail(String(error)),
    });
    // No time passes between two probes, so only lines bring the next one.
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      await run.run();
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(lines, ['listening', 'warm']);
  });
});
