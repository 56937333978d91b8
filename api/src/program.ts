import { limits } from '@tintype/contracts';
import { readArguments, runProgram } from '@tintype/runtime';
import { readConfig } from './config.js';
import { startApi } from './start.js';

export const runApi = (): Promise<void> => {
  readArguments({
    usage: `The api: signed URLs, render requests, sessions and admin routes.

Usage: node api/dist/main.js [--help]

It reads its settings from TINTYPE_ variables: docs/configuration.md lists them.`,
  });

  return runProgram({
    name: 'api',
    hardMs: (limits.edgeSeconds + limits.delayMax) * 1000,
    start: (...life) => startApi(readConfig(), ...life),
  });
};
