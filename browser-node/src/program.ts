import { readArguments, runProgram } from '@tintype/runtime';
import { readConfig, readRole } from './config.js';

const hardMs = 30_000;

const usage = `A browser node: renders pages, or runs the browser of one session (TINTYPE_NODE_ROLE).

Usage: node browser-node/dist/main.js [--help]

It reads its settings from TINTYPE_ variables: docs/configuration.md lists them.`;

const programs = {
  render: async () => {
    const { startRenderNode } = await import('./start.js');
    await runProgram({ name: 'browser-node', hardMs, start: (...life) => startRenderNode(readConfig(), ...life) });
  },
  session: async () => {
    const { runSessionNode } = await import('./session/start.js');
    await runSessionNode();
  },
};

export const runNode = (): Promise<void> => {
  readArguments({ usage });
  return programs[readRole()]();
};
