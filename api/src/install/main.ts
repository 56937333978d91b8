/** The program of the chart's Jobs: `main.js setup`, and the other tasks of tasks.ts. */
import { runProgram } from '@tintype/runtime';
import { readInstallConfig } from './config.js';
import { runTask } from './tasks.js';

await runProgram({
  name: 'install',
  hardMs: 10_000,
  start: async (log, signal) => {
    const config = readInstallConfig();
    log.level = config.logLevel;
    const done = runTask(process.argv[2] ?? '', { config, log, signal });
    // A signal ends the task without a failure.
    return { done, stop: async () => void (await done.catch((error) => signal.aborted || Promise.reject(error))) };
  },
});
