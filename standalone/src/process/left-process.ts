import { setTimeout as sleep } from 'node:timers/promises';
import { kill } from './kill.js';
import { processState } from './process-state.js';

/** A process that led a group of its own, and may have outlived the supervisor that started it. */
export interface LeftProcess {
  pid: number;
  /** As `processState` tells it. */
  mark: string;
}

/** The tether asks it to end at once, and kills it five seconds later. */
const patienceMs = 6000;
const lookEveryMs = 50;

const hasGroup = (pid: number): boolean => {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

type Left = 'runs' | 'dead' | 'gone' | 'its group alone';

const lookAt = ({ pid, mark }: LeftProcess): Left => {
  const state = processState(pid);
  // A group's id is not given to another process while it has a member.
  if (!state) return hasGroup(pid) ? 'its group alone' : 'gone';
  if (state.mark !== mark) return 'gone';
  return state.dead ? 'dead' : 'runs';
};

/**
 * Resolves once it does not run any more, nor what it started: its tether sees to that, and where it does not, we do. A
 * process that got the id later is left alone.
 */
export const endLeftProcess = async (left: LeftProcess): Promise<void> => {
  for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
    const found = lookAt(left);
    if (found === 'gone') return;
    if (found === 'dead') break;
    await sleep(lookEveryMs);
  }
  if (['runs', 'dead'].includes(lookAt(left))) kill(-left.pid);
  while (lookAt(left) === 'runs') await sleep(lookEveryMs);
};
