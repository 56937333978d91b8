import { runProgram } from '@tintype/runtime';
import { readConfig } from './config.js';
import { startRenderNode } from './start.js';

await runProgram({ name: 'browser-node', hardMs: 30_000, start: (log) => startRenderNode(readConfig(), log) });
