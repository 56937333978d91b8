import { type ChildProcess, spawn } from 'node:child_process';
import type { ProvidedCredentials } from './account.js';

/**
 * A kubeconfig's `exec`.
 * https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export interface ExecConfig {
  apiVersion?: string;
  command?: string;
  args?: readonly string[] | null;
  env?: readonly { name: string; value: string }[] | null;
  installHint?: string;
  provideClusterInfo?: boolean;
}

/** The `status` of a plugin's answer. Certificate and key are PEM. */
interface ExecStatus {
  token?: string;
  clientCertificateData?: string;
  clientKeyData?: string;
  /** RFC 3339; absent: never expires. */
  expirationTimestamp?: string;
}

export interface ClusterInfo {
  server: string;
  tlsServerName?: string;
  skipTLSVerify: boolean;
  caData?: string;
}

/** The JSON that a plugin gets. https://kubernetes.io/docs/reference/config-api/client-authentication.v1/ */
const execInfo = ({ apiVersion, provideClusterInfo }: ExecConfig, cluster: ClusterInfo): string =>
  JSON.stringify({
    kind: 'ExecCredential',
    apiVersion,
    spec: {
      interactive: false,
      cluster: provideClusterInfo && {
        server: cluster.server,
        'tls-server-name': cluster.tlsServerName,
        'insecure-skip-tls-verify': cluster.skipTLSVerify,
        'certificate-authority-data': cluster.caData,
      },
    },
  });

const environmentOf = (exec: ExecConfig, cluster: ClusterInfo): NodeJS.ProcessEnv => {
  const extra = Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value]));
  // biome-ignore lint/style/noProcessEnv: a plugin gets the environment of its program, as with kubectl
  return { ...process.env, ...extra, KUBERNETES_EXEC_INFO: execInfo(exec, cluster) };
};

const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/**
 * Starts a plugin in its own process group, and kills the whole group after `timeoutMs`. A hanging plugin often waits
 * for a child process, which would keep the plugin's output open.
 */
const startPlugin = (command: string, exec: ExecConfig, cluster: ClusterInfo, timeoutMs: number): ChildProcess => {
  const plugin = spawn(command, exec.args ?? [], { env: environmentOf(exec, cluster), detached: true });
  const kill = () => killGroup(plugin);
  const timer = setTimeout(kill, timeoutMs);
  process.once('exit', kill);
  plugin.once('close', () => {
    clearTimeout(timer);
    process.off('exit', kill);
  });
  return plugin;
};

/** Rejects with the plugin's error output, or with its exit code if that output is empty. */
const outputOf = (plugin: ChildProcess, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    plugin.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    plugin.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    plugin.once('error', reject);
    plugin.once('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const end = signal ? `was ended by ${signal}` : `failed with code ${code}`;
      reject(new Error(errors.trim() || `its plugin "${command}" ${end} and printed no error`));
    });
  });

/** Says what to do if the plugin could not be started. Returns other errors unchanged. */
const explainedError = (error: unknown, command: string, { installHint }: ExecConfig): Error => {
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  const hint = installHint ? ` (${installHint.trim()})` : '';
  if (code === 'ENOENT' && syscall.startsWith('spawn'))
    return new Error(`its plugin "${command}" is not there; install it, or put its folder on PATH${hint}`, {
      cause: error,
    });
  if (code === 'EACCES')
    return new Error(`its plugin "${command}" is not executable; run chmod +x on it`, { cause: error });
  return error as Error;
};

const statusIn = (output: string, command: string): ExecStatus => {
  const wrongAnswer = `its plugin "${command}" does not answer an ExecCredential in JSON; run it by hand to see what it says`;
  let value: { status?: ExecStatus } | null;
  try {
    value = JSON.parse(output) as typeof value;
  } catch (cause) {
    throw new Error(wrongAnswer, { cause });
  }
  if (!value?.status) throw new Error(wrongAnswer);
  const { token, clientCertificateData } = value.status;
  // An API server would treat requests without token and certificate as anonymous.
  if (!token && !clientCertificateData)
    throw new Error(`its plugin "${command}" answers neither a token nor a certificate; run it by hand to see why`);
  return value.status;
};

const askPlugin = async (exec: ExecConfig, cluster: ClusterInfo, timeoutMs: number): Promise<ExecStatus> => {
  const { command } = exec;
  if (!command) throw new Error('its plugin has no command; name one in the kubeconfig');
  const output = await outputOf(startPlugin(command, exec, cluster, timeoutMs), command).catch((error) => {
    throw explainedError(error, command, exec);
  });
  return statusIn(output, command);
};

const isFresh = ({ expirationTimestamp }: ExecStatus): boolean =>
  !expirationTimestamp || Date.parse(expirationTimestamp) > Date.now();

/**
 * Returns a function that asks a plugin for credentials, and keeps them until they expire. The plugin's process group
 * is killed after `timeoutMs`, or when this process exits. `@kubernetes/client-node` would wait forever. Errors say in
 * one sentence what to do.
 */
export const execPlugin = (
  exec: ExecConfig,
  cluster: ClusterInfo,
  timeoutMs: number,
): (() => Promise<ProvidedCredentials>) => {
  let keptStatus: ExecStatus | undefined;
  return async () => {
    if (!keptStatus || !isFresh(keptStatus)) keptStatus = await askPlugin(exec, cluster, timeoutMs);
    const { token, clientCertificateData: cert, clientKeyData: key } = keptStatus;
    return {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(cert ? { cert } : {}),
      ...(key ? { key } : {}),
    };
  };
};
