import { join } from 'node:path';
import type { PageServer } from '../kit/pages/pages.js';
import { type S3Server, startS3Server } from '../kit/service/s3-server.js';
import { type Stack, startStack } from '../kit/standalone/stack.js';
import { useCargoFolder } from './cargo-folder.js';
import { type Language, languages, root, rust } from './languages.js';
import { type Receiver, startReceiver } from './receiver.js';
import { runGroup } from './run-group.js';
import { startSite } from './site.js';

export interface Outcome {
  /** Each step with the reason of its failure; empty for a passed one. */
  steps: ReadonlyMap<string, string>;
  code: number | null;
  output: string;
}

const longestWalkMs = 240_000;

const accountOf = (name: string) => ({ id: `walker-${name}`, key: `key-${name}`, secret: `secret-of-${name}` });

const stepsIn = (output: string): Map<string, string> => {
  const steps = new Map<string, string>();
  for (const [, verdict, step = '', reason] of output.matchAll(/^(ok|failed) ([\w-]+):? ?(.*)$/gm))
    steps.set(step, verdict === 'ok' ? '' : reason || 'no reason given');
  return steps;
};

/** All of `make run`, with storage, a site and a receiver of webhooks, and an account for each name. */
export class ClientStage {
  readonly #servers: { s3: S3Server; site: PageServer; receiver: Receiver; stack: Stack };

  private constructor(servers: { s3: S3Server; site: PageServer; receiver: Receiver; stack: Stack }) {
    this.#servers = servers;
  }

  static async start(names: readonly string[]): Promise<ClientStage> {
    if (names.includes(rust.name)) useCargoFolder();
    const [s3, site, receiver] = await Promise.all([startS3Server(), startSite(), startReceiver()]);
    const accounts = names.map(accountOf).map(({ id, key, secret }) => `${id}:${key}:${secret}`);
    const allowed = [s3.settings.endpoint.port, site.port, receiver.port].map((port) => `127.0.0.1:${port}`);
    const environment = {
      ...s3.environment,
      TINTYPE_ACCOUNT: accounts.join(','),
      TINTYPE_EGRESS_ALLOW: allowed.join(','),
      // A cold browser takes two seconds, and each walk needs one.
      TINTYPE_WARM_SESSIONS: '2',
    };
    try {
      return new ClientStage({ s3, site, receiver, stack: await startStack({ environment }) });
    } catch (error) {
      // An open server would keep the process from ending.
      await Promise.all([s3.stop(), site.close(), receiver.close()]);
      throw error;
    }
  }

  get siteUrl(): string {
    return this.#servers.site.url('');
  }

  /** The variables of clients/conformance/README.md, for the account of the name. */
  environmentOf(name: string): Record<string, string> {
    const { stack, receiver } = this.#servers;
    const { key, secret } = accountOf(name);
    return {
      TINTYPE_URL: stack.url,
      TINTYPE_KEY: key,
      TINTYPE_SECRET: secret,
      SITE_URL: this.siteUrl,
      RECEIVER_URL: receiver.url,
      VECTORS: join(root, 'contracts/vectors'),
      WALK: join(root, 'clients/conformance/walk.json'),
      ...languages.find((language) => language.name === name)?.environment,
    };
  }

  /** Stores a preset of pictures for the account of the name. */
  async addPreset(name: string, preset: string, options: object): Promise<void> {
    const { key, secret } = accountOf(name);
    const bearer = Buffer.from(`${key}:${secret}`).toString('base64');
    const response = await fetch(`${this.#servers.stack.url}/v1/account/presets/${preset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: 'image', options }),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  /** Runs a command with these variables. A walk that hangs is killed after four minutes. */
  async run(name: string, folder: string, command: readonly string[]): Promise<Outcome> {
    const env = { ...process.env, ...this.environmentOf(name) };
    const ended = await runGroup(command, { cwd: join(root, folder), env, timeoutMs: longestWalkMs });
    const { code, out, complaint } = ended;
    return { steps: stepsIn(out), code, output: `${out}${complaint}` };
  }

  walk({ name, folder, program }: Language): Promise<Outcome> {
    return this.run(name, folder, program);
  }

  async stop(): Promise<void> {
    const { s3, site, receiver, stack } = this.#servers;
    await stack.stop();
    await Promise.all([s3.stop(), site.close(), receiver.close()]);
  }
}

/** Languages by steps, in Markdown: `ok`, `failed`, or `–` for a step that did not run. */
export const tableOf = (steps: readonly string[], outcomes: ReadonlyMap<string, Outcome>): string => {
  const cell = (outcome: Outcome, step: string) => {
    const reason = outcome.steps.get(step);
    return reason === undefined ? '–' : reason === '' ? 'ok' : 'failed';
  };
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const names = [...outcomes.keys()];
  const lines = steps.map((step) => row([step, ...[...outcomes.values()].map((outcome) => cell(outcome, step))]));
  return [row(['step', ...names]), row(['step', ...names].map(() => '---')), ...lines].join('\n');
};

export const steps: readonly string[] = [
  'signing',
  ...['image', 'pdf', 'content', 'metadata', 'animated', 'post', 'session', 'batch', 'account'],
  ...Array.from({ length: 12 }, (_, at) => `wrong-${at + 1}`),
];
