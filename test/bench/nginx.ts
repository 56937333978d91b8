import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tintype/standalone/testing';
import { until } from '../kit/until.js';

/** As Debian ships it, but for folder and port; no log, as ours writes none for a hit. */
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

/** nginx serving one file. */
export const startNginx = async (binary: string, file: Buffer): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-nginx-'));
  // Its workers are another user.
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
