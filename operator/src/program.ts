import { readArguments, runProgram } from '@tintype/runtime';
import { readConfig } from './config.js';
import { startOperator } from './start.js';

export const runOperator = (): Promise<void> => {
  readArguments({
    usage: `The operator: starts, ends and charges browser sessions, and keeps warm browsers.

Usage: node operator/dist/main.js [--help]

It reads its settings from TINTYPE_ variables: docs/configuration.md lists them.`,
  });

  return runProgram({ name: 'operator', hardMs: 30_000, start: (...life) => startOperator(readConfig(), ...life) });
};
