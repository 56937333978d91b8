import { runProgram } from '@tintype/runtime';
import { readSessionConfig } from '../config.js';
import { startSessionNode } from './start.js';

/** The program of a session's pod. */
export const runSessionNode = (): Promise<void> =>
  runProgram({ name: 'session-node', hardMs: 30_000, start: (log) => startSessionNode(readSessionConfig(), log) });
