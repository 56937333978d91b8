import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@tintype/standalone/testing';
import { until } from '../kit/until.js';

/** Debian's configuration, except folder, port and log: ours logs no cache hit either. */
const configuration = (folder: string, port: number) => `
worker_processes auto;
daemon off;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  access_log off;
  keepalive_requests 1000000;
  default_type image/png;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`;

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const end = async (child: ChildProcess, folder: string) => {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  rmSync(folder, { recursive: true, force: true });
};

/** Serves one file. */
export const startNginx = async (binary: string, file: Buffer): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-nginx-'));
  // nginx's workers run as another user.
  chmodSync(folder, 0o755);
  const [port = 0] = await freePorts(1);
  writeFileSync(join(folder, 'picture.png'), file);
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port));
  const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/picture.png`;
  await until('nginx answers', () => answers(url));
  return { url, stop: () => end(child, folder) };
};

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];

/** The path of a program, also in `others`. */
export const find = (name: string, others: readonly string[] = []): string | undefined =>
  [...folders, ...others].map((folder) => join(folder, name)).find((path) => existsSync(path));

const install = (packageName: string) => {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  const take = () => apt('install', '-y', '--no-install-recommends', packageName).status === 0;
  return take() || (apt('update').status === 0 && take());
};

/** The path of a program. On Debian, root installs a missing one. Undefined if there is none. */
export const debianProgram = (name: string, packageName: string): string | undefined => {
  const found = find(name);
  if (found || process.getuid?.() !== 0) return found;
  install(packageName);
  return find(name);
};

export interface WrkLoad {
  /** Per second. */
  rate: number;
  p99: number;
  errors: number;
}

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

const number = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1] ?? 0);

/** Requests one URL, 32 in flight, for some seconds. A Node.js client would be the bottleneck. */
export const wrk = async (binary: string, url: string, seconds: number): Promise<WrkLoad> => {
  const args = ['--threads', '1', '--connections', '32', '--duration', `${seconds}s`, '--latency', url];
  const { stdout } = await promisify(execFile)(binary, args);
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout) ?? [];
  const broken = sockets.slice(1).reduce((sum, each) => sum + Number(each), 0);
  return {
    rate: number(/Requests\/sec:\s+([\d.]+)/, stdout),
    p99: Number(p99) * (units[unit] ?? Number.NaN),
    errors: number(/Non-2xx or 3xx responses: (\d+)/, stdout) + broken,
  };
};
