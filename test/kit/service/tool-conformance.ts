import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmFile } from '../programs/npm-packages.js';
import { type ConformanceRevision, conformanceScenarios } from './conformance-scenarios.js';

const because = (reason: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]));

const asksNobody = 'the server asks neither the model nor the person behind a client';
const keepsNoLog = 'the server has no log for clients';
const hasNoPrompts = 'the server has no prompts';
const hasNoResources = 'the server has no resources';

export const conformanceRevisions = Object.keys(conformanceScenarios) as ConformanceRevision[];

export const latestRevision = '2026-07-28' satisfies ConformanceRevision;

/** Scenarios, or single checks of them, that must not pass, with their reason. */
export const scenariosNotOffered: Readonly<Record<string, string>> = {
  ...because(keepsNoLog, [
    'logging-set-level',
    'tools-call-with-logging',
    'server-stateless/sep-2575-server-no-log-without-loglevel',
  ]),
  ...because('the server completes no arguments', ['completion-complete']),
  ...because(asksNobody, [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-stateless/sep-2575-server-rejects-undeclared-capability',
    'server-stateless/sep-2575-missing-capability-http-400',
    'server-stateless/sep-2575-http-server-no-independent-requests-on-stream',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params/sep-2322-ignore-unexpected-params',
    'input-required-result-missing-input-response/sep-2322-missing-response-rerequests',
  ]),
  ...because(hasNoResources, [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
    'caching/sep-2549-resources-list-caching-hints',
    'caching/sep-2549-resources-read-caching-hints',
    'sep-2164-resource-not-found/sep-2164-error-code',
    'sep-2164-resource-not-found/sep-2164-data-uri',
    'caching/sep-2549-resources-templates-list-caching-hints',
  ]),
  ...because(hasNoPrompts, [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'caching/sep-2549-prompts-list-caching-hints',
  ]),
  ...because('the server refuses subscriptions, because its list of tools never changes', [
    'server-stateless/sep-2575-server-sends-subscription-ack',
    'server-stateless/sep-2575-server-tags-subscription-id',
    'server-stateless/sep-2575-server-sends-prompts-list-changed-on-subscription',
    'server-stateless/sep-2575-server-sends-tools-list-changed-on-subscription',
  ]),
  ...because('an extension: the server has no tasks', [
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-status-notifications/tasks-status-notifications',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-required-task-error',
    'tasks-mrtr-composition',
  ]),
  ...because('the server has no sessions: it is stateless', [
    'server-session-lifecycle/server-session-delete-accepted',
    'server-session-lifecycle/server-session-terminated-returns-404',
  ]),
  ...because('not required: no tool takes an argument as a header', ['http-custom-header-server-validation']),
  ...because('not required: no tool has such a schema', ['json-schema-2020-12']),
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

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

export interface ConformanceReport {
  /** A line a scenario; a skipped one, or its skipped checks, with the reason. */
  summary: string[];
  /** What did not pass and nothing excuses, excuses of what passed, and what shows that the suite stopped half-way. */
  faults: string[];
}

/** `INFO` is a remark. The suite skips checks that a server gives it no occasion for. */
const notPassed = ['FAILURE', 'WARNING', 'SKIPPED'];

const scenarioLines = (scenario: string, checks: readonly Check[], skipped: Readonly<Record<string, string>>) => {
  const failed = checks.filter(({ status }) => notPassed.includes(status));
  const passed = checks.filter(({ status }) => status === 'SUCCESS');
  const excused = Object.keys(skipped).filter((key) => key.split('/')[0] === scenario);
  // No reason excuses an answer that breaks the schema of the protocol.
  const keyOf = ({ id }: Check) =>
    [...(id === 'wire-schema-valid' ? [] : [scenario]), `${scenario}/${id}`].find((key) => key in skipped);
  const used = new Set(failed.flatMap((check) => keyOf(check) ?? []));
  const faults = failed
    .filter((check) => !keyOf(check))
    .map(({ id, status, errorMessage }) => `${scenario}/${id}: ${status} ${errorMessage}`);
  const unused = excused.filter((key) => !used.has(key)).map((key) => `${key} passes`);
  const summary = [
    `${scenario}: ${passed.length} passed`,
    ...[...used].map((key) => `  skipped ${key}: ${skipped[key]}`),
  ];
  return { summary, faults: [...faults, ...unused] };
};

/** The exit code of the suite is 1 if a scenario failed; it crashed with another one. */
const endFaults = (code: number, played: readonly string[], planned: readonly string[]): string[] => [
  ...planned.filter((name) => !played.includes(name)).map((name) => `${name} was not played`),
  ...played.filter((name) => !planned.includes(name)).map((name) => `${name} is new: add it to the scenarios`),
  ...(code === 0 || code === 1 ? [] : [`The suite ended with code ${code}.`]),
];

/** A folder of the suite is `server-{scenario}-{time}`. */
const readReport = async (
  folder: string,
  skipped: Readonly<Record<string, string>>,
): Promise<ConformanceReport & { played: string[] }> => {
  const report = { summary: [] as string[], faults: [] as string[], played: [] as string[] };
  for (const name of (await readdir(folder)).sort()) {
    const [, scenario] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name) ?? [];
    if (scenario === undefined) continue;
    const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[];
    const { summary, faults } = scenarioLines(scenario, checks, skipped);
    report.played.push(scenario);
    report.summary.push(...summary);
    report.faults.push(...faults);
  }
  return report;
};

/** Plays what the official suite requires of servers of a revision. What is in `skipped` must fail. */
export const runConformance = async (
  base: string,
  token: string,
  revision: ConformanceRevision,
  skipped: Readonly<Record<string, string>>,
): Promise<ConformanceReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-conformance-'));
  const { url, server } = await startTokenProxy(base, token);
  try {
    const args = ['server', '--url', url, '--requirements', revision, '--output-dir', folder];
    const { code, output } = await run([suite, ...args], folder);
    const { summary, faults, played } = await readReport(folder, skipped);
    const ended = endFaults(code, played, conformanceScenarios[revision]);
    return { summary, faults: [...faults, ...ended, ...(ended.length > 0 ? [output.slice(-4000)] : [])] };
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
