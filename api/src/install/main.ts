/** The program of the chart's Jobs: `main.js setup`, and the other tasks of tasks.ts. */
import { readArguments, runProgram } from '@tintype/runtime';
import { readInstallConfig } from './config.js';
import { runTask, taskNames } from './tasks.js';

const { task } = readArguments({
  usage: `The tasks of the chart's Jobs.

Usage: node api/dist/install/main.js [--help] TASK

  setup        create the streams and buckets
  definitions  update the custom resource definitions
  drain        end all sessions before an uninstall
  verify       compare opens, charges, usage and cached results
  adopt        make the existing streams the ledger, and create missing ones

It reads its settings from TINTYPE_ variables: docs/configuration.md lists them.`,
  tasks: taskNames,
});

await runProgram({
  name: 'install',
  hardMs: 10_000,
  start: async (log, signal) => {
    const config = readInstallConfig();
    log.level = config.logLevel;
    const done = runTask(task, { config, log, signal });
    // A signal ends the task without a failure.
    return { done, stop: async () => void (await done.catch((error) => signal.aborted || Promise.reject(error))) };
  },
});
