import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { patienceMs } from './until.js';

/** How somebody reaches an API server. The files change when certificates and tokens are rotated. */
export interface KubeAccess {
  server: URL;
  /** Whom to trust, in PEM. */
  caFile: string;
  /** A client certificate and its key in one file, so that both change at once; or a token. */
  certificateFile?: string;
  tokenFile?: string;
  /** All of it for kubectl and client libraries, as JSON, which is YAML too; it names the files. */
  kubeconfigFile: string;
}

/** Whole or not at all, for whoever reads it meanwhile. */
export const replaceFile = (path: string, content: string): void => {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
};

const userOf = ({ certificateFile, tokenFile }: KubeAccess) => ({
  ...(certificateFile && { 'client-certificate': certificateFile, 'client-key': certificateFile }),
  ...(tokenFile && { tokenFile }),
});

/** What the kubeconfig file of an access says. https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/ */
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

/** What TLS needs of an access, read from its files now. */
export const tlsOf = ({ caFile, certificateFile }: KubeAccess) => {
  const pair = certificateFile && readFileSync(certificateFile);
  return { ca: readFileSync(caFile), ...(pair && { cert: pair, key: pair }) };
};

export interface KubeAnswer {
  status: number;
  /** Parsed where it is JSON; never typed, because tests look at whatever there is. */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

const contentTypes: Record<string, string> = { PATCH: 'application/merge-patch+json' };

/** One call, past every client that is being tested. A PATCH is a merge patch. Whatever the status is, it is no error. */
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
  const said = await text(response);
  const isJson = response.headers['content-type']?.startsWith('application/json');
  return { status: response.statusCode ?? 0, body: isJson ? JSON.parse(said) : said };
};

/** The same, for calls that have to succeed. Answers the body. */
export const demandKube = async (...call: Parameters<typeof callKube>): Promise<KubeAnswer['body']> => {
  const { status, body } = await callKube(...call);
  if (status < 300) return body;
  throw new Error(`${call[1]} ${call[2]} was answered ${status}: ${body?.message ?? body}`);
};

interface KubectlRun {
  program: string;
  kubeconfigFile: string;
  args: readonly string[];
  /** What it reads as `-f -`. */
  input?: string;
}

/** Answers its output; fails with what it complained of. */
export const runKubectl = ({ program, kubeconfigFile, args, input = '' }: KubectlRun): Promise<string> => {
  const run = Promise.withResolvers<string>();
  // Another home: what it would find in a person's, and leave there, is nothing for tests.
  const env = { HOME: dirname(kubeconfigFile), KUBECONFIG: kubeconfigFile };
  const kubectl = execFile(program, args, { env, timeout: patienceMs }, (error, stdout, stderr) => {
    if (error) run.reject(new Error(`kubectl ${args.join(' ')}: ${stderr || error.message}`, { cause: error }));
    else run.resolve(stdout);
  });
  kubectl.stdin?.end(input);
  return run.promise;
};
