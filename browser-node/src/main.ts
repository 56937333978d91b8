import { runProgram } from '@tintype/runtime';
import { readConfig, readRole, readSessionConfig } from './config.js';

const hardMs = 30_000;

const programs = {
  render: async () => {
    const { startRenderNode } = await import('./start.js');
    await runProgram({ name: 'browser-node', hardMs, start: (...life) => startRenderNode(readConfig(), ...life) });
  },
  session: async () => {
    const { startSessionNode } = await import('./session/start.js');
    await runProgram({ name: 'session-node', hardMs, start: (log) => startSessionNode(readSessionConfig(), log) });
  },
};

await programs[readRole()]();
