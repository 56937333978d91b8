import type { BatchState } from '@tintype/client';
import { durationOf } from './numbers.js';
import { type Terminal, visible } from './terminal.js';

const barWidth = 30;

/** `[#####.....] 12 of 40, 1 failed, 3.1/s, 9 s left` */
export const progressLine = (state: BatchState): string => {
  const { total, succeeded, failed, cancelled, itemsPerSecond, secondsLeft, waitingFor, status } = state;
  const done = succeeded + failed + cancelled;
  const filled = total === 0 ? barWidth : Math.floor((barWidth * done) / total);
  const parts = [
    `${done} of ${total}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(itemsPerSecond ? [`${itemsPerSecond.toFixed(1)}/s`] : []),
    ...(secondsLeft ? [`${durationOf(secondsLeft)} left`] : []),
    ...(status === 'queued' ? ['queued'] : []),
    ...(waitingFor ? [`paused: ${waitingFor.message}`] : []),
  ];
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${parts.join(', ')}`;
};

/** Draws the line again on a terminal; prints a line for each change anywhere else. `--quiet` shows none. */
export const createProgress = ({ err, isQuiet }: Terminal) => {
  let shown = '';
  return {
    show: (state: BatchState): void => {
      if (isQuiet) return;
      // A terminal without a size reports 0.
      const line = visible(progressLine(state)).slice(0, (err.columns || 120) - 1);
      if (err.isTTY) err.write(`\r\u001b[K${line}`);
      else if (line !== shown) err.write(`${line}\n`);
      shown = line;
    },
    end: (): void => {
      if (err.isTTY && shown) err.write('\n');
    },
  };
};
