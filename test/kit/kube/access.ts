import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { patienceMs } from '../until.js';

/** An access to an API server. The files change when certificates and tokens rotate. */
export interface KubeAccess {
  server: URL;
  /** PEM. */
  caFile: string;
  /** Client certificate and key in one file, so that both change together; or a token. */
  certificateFile?: string;
  tokenFile?: string;
  /** For kubectl and client libraries: JSON, which is YAML too. It names the files. */
  kubeconfigFile: string;
}

/** Atomic for readers. */
export const replaceFile = (path: string, content: string): void => {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
};

const userOf = ({ certificateFile, tokenFile }: KubeAccess) => ({
  ...(certificateFile && { 'client-certificate': certificateFile, 'client-key': certificateFile }),
  ...(tokenFile && { tokenFile }),
});

/** https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/ */
export const kubeconfigOf = (access: KubeAccess) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'test', cluster: { server: access.server.origin, 'certificate-authority': access.caFile } }],
  users: [{ name: 'test', user: userOf(access) }],
  contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace: 'default' } }],
  'current-context': 'test',
});

export const writeKubeconfig = (access: KubeAccess): void =>
  replaceFile(access.kubeconfigFile, JSON.stringify(kubeconfigOf(access), null, 2));

/** The access's TLS options, read from its files now. */
export const tlsOf = ({ caFile, certificateFile }: KubeAccess) => {
  const pair = certificateFile && readFileSync(certificateFile);
  return { ca: readFileSync(caFile), ...(pair && { cert: pair, key: pair }) };
};

export interface KubeAnswer {
  status: number;
  /** Parsed JSON; untyped, as tests read any field. */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

const contentTypes: Record<string, string> = { PATCH: 'application/merge-patch+json' };

/** One call without a client under test. PATCH is a merge patch. No status is an error. */
export const callKube = async (
  access: KubeAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<KubeAnswer> => {
  const token = access.tokenFile && readFileSync(access.tokenFile, 'utf8').trim();
  const call = request(new URL(path, access.server), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': contentTypes[method] ?? 'application/json' }),
    },
    signal: AbortSignal.timeout(patienceMs),
    ...tlsOf(access),
  });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const reply = await text(response);
  const isJson = response.headers['content-type']?.startsWith('application/json');
  return { status: response.statusCode ?? 0, body: isJson ? JSON.parse(reply) : reply };
};

/** Throws unless the call succeeds. Returns the body. */
export const callKubeOk = async (...call: Parameters<typeof callKube>): Promise<KubeAnswer['body']> => {
  const { status, body } = await callKube(...call);
  if (status < 300) return body;
  throw new Error(`${call[1]} ${call[2]} was answered ${status}: ${body?.message ?? body}`);
};

interface KubectlRun {
  program: string;
  kubeconfigFile: string;
  args: readonly string[];
  /** Its standard input, for `-f -`. */
  input?: string;
}

/** Returns its output; rejects with its error output. */
export const runKubectl = ({ program, kubeconfigFile, args, input = '' }: KubectlRun): Promise<string> => {
  const run = Promise.withResolvers<string>();
  // Keeps kubectl out of the person's home.
  const env = { HOME: dirname(kubeconfigFile), KUBECONFIG: kubeconfigFile };
  const kubectl = execFile(program, args, { env, timeout: patienceMs }, (error, stdout, stderr) => {
    if (error) run.reject(new Error(`kubectl ${args.join(' ')}: ${stderr || error.message}`, { cause: error }));
    else run.resolve(stdout);
  });
  // A kubectl that has ended reads no input: its exit says why.
  kubectl.stdin?.on('error', () => undefined).end(input);
  return run.promise;
};
