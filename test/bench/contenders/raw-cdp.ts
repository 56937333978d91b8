import type { Load } from '../load.js';
import type { Contender } from './contender.js';
import { startProgram } from './program.js';

/** The DevTools protocol and nothing else, in a loop: no HTTP, no queue, no cache. The floor of this machine. */
export const startRawCdp = async (binary: string): Promise<Contender> => {
  const program = await startProgram('raw-cdp', [binary]);
  return {
    name: 'raw CDP',
    shoot: async (plan) => JSON.parse(await program.ask(JSON.stringify(plan))) as Load,
    roots: () => [program.pid],
    stop: program.stop,
  };
};
