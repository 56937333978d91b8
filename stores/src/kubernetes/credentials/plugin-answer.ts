import type { ProvidedCredentials } from './account.js';

/** The part of a kubeconfig's `exec` that messages name. */
interface Plugin {
  command?: string;
  installHint?: string;
}

const faultOf = (error: unknown, { command, installHint }: Plugin): string | undefined => {
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  const hint = installHint ? ` (${installHint.trim()})` : '';
  if (code === 'ENOENT' && syscall.startsWith('spawn'))
    return `its plugin "${command}" is not there; install it, or put its folder on PATH${hint}`;
  if (code === 'EACCES') return `its plugin "${command}" may not be executed; give it the mode of a program`;
  // Of JSON that is no ExecCredential the client reads what is not there.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return `its plugin "${command}" does not answer an ExecCredential in JSON; run it by hand to see what it says`;
  return undefined;
};

/** What a plugin answers to `ask`. Fails with a sentence that says what to do about the plugin. */
export const pluginAnswer = async (
  plugin: Plugin,
  ask: () => Promise<ProvidedCredentials>,
): Promise<ProvidedCredentials> => {
  const answer = await ask().catch((cause) => {
    const fault = faultOf(cause, plugin);
    throw fault ? new Error(fault, { cause }) : cause;
  });
  // With nothing the program would be nobody.
  if (!answer.cert && Object.keys(answer.headers).length === 0)
    throw new Error(
      `its plugin "${plugin.command}" answers neither a token nor a certificate; run it by hand to see why`,
    );
  return answer;
};
