import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { run } from './machine/run.js';

export interface ToolsOptions {
  programs: Readonly<Record<'kubectl' | 'helm', string>>;
  environment: NodeJS.ProcessEnv;
  folder: string;
}

export class Tools {
  readonly folder: string;
  readonly #programs: ToolsOptions['programs'];
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ programs, environment, folder }: ToolsOptions) {
    const places = { HELM_CACHE_HOME: 'cache', HELM_CONFIG_HOME: 'config', HELM_DATA_HOME: 'data' };
    const inFolder = Object.entries(places).map(([name, place]) => [name, join(folder, 'helm', place)]);
    this.#environment = { ...environment, ...Object.fromEntries(inFolder), KUBECACHEDIR: join(folder, 'kubectl') };
    this.#programs = programs;
    this.folder = folder;
  }

  kubectl(...args: string[]): Promise<string> {
    return run(this.#programs.kubectl, args, { env: this.#environment });
  }

  helm(...args: string[]): Promise<string> {
    return run(this.#programs.helm, args, { env: this.#environment });
  }

  /** The objects must name their namespaces. */
  async apply(...items: object[]): Promise<void> {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await run(this.#programs.kubectl, ['apply', '-f', '-'], { env: this.#environment, input });
  }

  /** Runs bash with kubectl and helm on PATH; it stops at the first failing command. */
  shell(script: string, cwd: string): Promise<string> {
    const { kubectl, helm } = this.#programs;
    const path = [dirname(kubectl), dirname(helm), this.#environment.PATH].join(':');
    const env = { ...this.#environment, PATH: path };
    return run('bash', ['-e', '-o', 'pipefail', '-c', script], { env, cwd });
  }

  portForward(namespace: string, pod: string, ports: string): ChildProcess {
    const args = ['--namespace', namespace, 'port-forward', `pod/${pod}`, ports];
    return spawn(this.#programs.kubectl, args, { env: this.#environment, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
