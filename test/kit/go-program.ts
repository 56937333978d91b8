import { onPath, readBinaries, runShown } from '@tintype/standalone';
import { ensureProgram } from './ensure-program.js';

const { environment } = readBinaries();

/** Sees to it that PATH or our own folder has a program, which Go builds from its module. False where it cannot be had. */
export const ensureGoProgram = (name: string, source: string): Promise<boolean> =>
  ensureProgram(name, async (folder) => {
    if (!onPath(environment, ['go'])) return undefined;
    console.log(`building ${name}: go install ${source}`);
    const variables = { ...environment, GOBIN: folder, CGO_ENABLED: '0' };
    const { signal } = new AbortController();
    return (await runShown({ environment: variables, signal }, 'go', ['install', source])) ? name : undefined;
  });
