import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmFile } from '../programs/npm-packages.js';

const because = (reason: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]));

/** Scenarios that must fail, with their reason. The suite complains about one that passes. */
export const scenariosNotOffered: Readonly<Record<string, string>> = {
  ...because('the server has no log for clients', ['logging-set-level', 'tools-call-with-logging']),
  ...because('the server completes no arguments', ['completion-complete']),
  ...because('the server asks neither the model nor the person behind a client', [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ]),
  ...because('the server has no resources', [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ]),
  ...because('the server has no prompts', [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ]),
};

/** These call tools that the suite prescribes: `tool-fixtures.ts` has them. */
export const fixtureScenarios = because('calls a tool of the suite, which the product does not have', [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
]);

/** The suite knows no tokens: adds ours, and changes nothing else. */
const startTokenProxy = async (base: string, token: string) => {
  const authorization = `Bearer ${token}`;
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

export interface ProgramReport {
  /** 0 if it succeeded. */
  code: number;
  stdout: string;
  /** Stdout and stderr. */
  output: string;
}

/** `home` stands in for the user's folder. */
const run = (args: readonly string[], home: string): Promise<ProgramReport> =>
  new Promise((resolve) => {
    const options = { timeout: 120_000, env: { ...process.env, HOME: home } };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ code, stdout, output: stdout + stderr });
    });
  });

export interface ConformanceReport extends ProgramReport {
  /** A line a scenario; those skipped have their reason. */
  summary: string;
}

const summaryOf = (output: string, skipped: Readonly<Record<string, string>>): string =>
  output
    .slice(output.indexOf('=== SUMMARY ==='))
    .replace(/^ {2}~ (\S+)$/gm, (line, name: string) => `${line}: ${skipped[name]}`);

/** Runs the official suite for servers. Those of `skipped` must fail. */
export const runConformance = async (
  base: string,
  token: string,
  skipped: Readonly<Record<string, string>>,
): Promise<ConformanceReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-conformance-'));
  const { url, server } = await startTokenProxy(base, token);
  try {
    const file = join(folder, 'skipped.yml');
    const lines = Object.keys(skipped).map((name) => `  - ${name}\n`);
    await writeFile(file, `server:\n${lines.join('')}`);
    const report = await run(
      [suite, 'server', '--url', url, '--expected-failures', file, '--output-dir', folder],
      folder,
    );
    return { ...report, summary: summaryOf(report.output, skipped) };
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
};

/** Runs the official inspector with arguments such as `--method tools/list`. */
export const runInspector = async (base: string, token: string, args: readonly string[]): Promise<ProgramReport> => {
  const home = await mkdtemp(join(tmpdir(), 'tintype-inspector-'));
  const server = [`${base}/mcp/v1`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
  try {
    return await run([npmFile('inspector', 'clients/launcher/build/index.js'), '--cli', ...server, ...args], home);
  } finally {
    await rm(home, { recursive: true });
  }
};
