import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { patienceMs } from './until.js';

export interface KubectlRun {
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
