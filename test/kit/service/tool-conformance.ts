import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const noFixture = 'calls a tool of the suite, which a product does not have';
const notOffered = 'needs a part of the protocol that the server does not offer';

/** Scenarios that must fail, with their reason. The suite complains about one that passes. */
export const skippedScenarios: Readonly<Record<string, string>> = {
  'logging-set-level': notOffered,
  'completion-complete': notOffered,
  'tools-call-simple-text': noFixture,
  'tools-call-image': noFixture,
  'tools-call-audio': noFixture,
  'tools-call-embedded-resource': noFixture,
  'tools-call-mixed-content': noFixture,
  'tools-call-with-logging': noFixture,
  'tools-call-error': noFixture,
  'tools-call-with-progress': noFixture,
  'tools-call-sampling': noFixture,
  'tools-call-elicitation': noFixture,
  'elicitation-sep1034-defaults': noFixture,
  'elicitation-sep1330-enums': noFixture,
  'resources-list': notOffered,
  'resources-read-text': notOffered,
  'resources-read-binary': notOffered,
  'resources-templates-read': notOffered,
  'resources-subscribe': notOffered,
  'resources-unsubscribe': notOffered,
  'prompts-list': notOffered,
  'prompts-get-simple': notOffered,
  'prompts-get-with-args': notOffered,
  'prompts-get-embedded-resource': notOffered,
  'prompts-get-with-image': notOffered,
};

/** The suite knows no tokens: adds ours, and changes nothing else. */
const startTokenProxy = async (base: string, bearer: string) => {
  const authorization = `Bearer ${Buffer.from(bearer).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization };
    const url = new URL(incoming.url ?? '/', base);
    const forwarded = request(url, { method: incoming.method, headers, setHost: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/mcp/v1`, server };
};

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

export interface ConformanceReport {
  /** 0 if every scenario passed, except those skipped. */
  code: number;
  output: string;
}

/** Runs the official suite for servers. */
export const runConformance = async (base: string, bearer: string): Promise<ConformanceReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-conformance-'));
  const { url, server } = await startTokenProxy(base, bearer);
  try {
    const skipped = join(folder, 'skipped.yml');
    await writeFile(
      skipped,
      `server:\n${Object.keys(skippedScenarios)
        .map((name) => `  - ${name}\n`)
        .join('')}`,
    );
    const args = [suite, 'server', '--url', url, '--expected-failures', skipped, '--output-dir', folder];
    return await new Promise((resolve) => {
      execFile(process.execPath, args, { timeout: 120_000 }, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
        resolve({ code, output: stdout + stderr });
      });
    });
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
};
