import { load } from '../load.js';
import type { Contender } from './contender.js';
import { startProgram } from './program.js';

export interface Plain extends Contender {
  /** The URL of an output: png, jpeg, pdf or content. */
  url: (page: string, output: string) => string;
}

/** The ordinary service, on a browser of one's choice. */
export const startPlain = async (name: string, binary: string): Promise<Plain> => {
  const program = await startProgram('plain-service', [binary]);
  const url = (page: string, output: string) =>
    `http://127.0.0.1:${program.greeting}/?output=${output}&url=${encodeURIComponent(page)}`;
  return {
    name,
    url,
    shoot: (plan) => load(() => url(plan.page, plan.type), plan),
    roots: () => [program.pid],
    stop: program.stop,
  };
};
