import { fileURLToPath } from 'node:url';
import { operatorNodeArguments } from '@tintype/operator';
import type { Readiness } from '@tintype/runtime';
import { type Child, type Exit, startChild } from '@tintype/standalone/testing';
import { unusedPort } from '../process/unused-port.js';
import { until } from '../until.js';

const program = fileURLToPath(new URL('../../../../operator/dist/main.js', import.meta.url));

/** Longer than the operator's own limit. */
const stopMs = 45_000;

export class OperatorProcess {
  readonly #child: Child;
  readonly #privateUrl: string;
  readonly #output: string[] = [];

  private constructor(environment: Record<string, string>, privatePort: number) {
    this.#privateUrl = `http://127.0.0.1:${privatePort}`;
    const ports = { TINTYPE_PRIVATE_PORT: String(privatePort) };
    const command = {
      file: process.execPath,
      args: [...operatorNodeArguments, program],
      environment: { ...ports, ...environment },
    };
    this.#child = startChild(command, (line) => this.#output.push(line));
  }

  /** Does not wait. */
  static async start(environment: Record<string, string>): Promise<OperatorProcess> {
    return new OperatorProcess(environment, await unusedPort());
  }

  get log(): string {
    return this.#output.join('\n');
  }

  get pid(): number {
    return this.#child.pid;
  }

  get exited(): Promise<Exit> {
    return this.#child.exited;
  }

  /** Undefined while it does not listen. */
  async readiness(): Promise<(Readiness & { status: number }) | undefined> {
    const answer = await fetch(`${this.#privateUrl}/readyz`).catch(() => undefined);
    return answer && { status: answer.status, ...((await answer.json()) as Readiness) };
  }

  async metrics(): Promise<string> {
    return (await fetch(`${this.#privateUrl}/metrics`)).text();
  }

  ready(): Promise<void> {
    return until('the operator is ready', async () => (await this.readiness())?.status === 200);
  }

  /** SIGTERM; returns the exit. */
  async stop(): Promise<Exit> {
    await this.#child.stop(stopMs);
    return this.exited;
  }

  /** SIGKILL to its process group. */
  async kill(): Promise<void> {
    this.#child.kill();
    await this.exited;
  }
}
