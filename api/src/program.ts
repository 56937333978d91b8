import { limits } from '@tintype/contracts';
import { readArguments, runProgram } from '@tintype/runtime';
import { readConfig } from './config.js';
import { startApi } from './start.js';

/** Starts the api, which runs until a signal stops it. Exits with 78 if a setting is wrong. */
export const runApi = (): Promise<void> => {
  readArguments({
    usage: `The api: signed URLs, render requests, sessions and admin routes.

Usage: node api/dist/main.js [--help]

It reads its settings from TINTYPE_ variables: docs/configuration.md lists them.`,
  });

  return runProgram({
    name: 'api',
    // Long enough for the longest render to end.
    hardMs: (limits.edgeSeconds + limits.delayMax) * 1000,
    start: (log, stopping) => startApi(readConfig(), log, stopping),
  });
};
