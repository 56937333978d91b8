import { formatExact, formatNumber, formatSeconds } from '../../components/format.js';
import { Progress } from '../../components/progress.js';
import type { BatchState } from '../../service/answers.generated.js';

const states: Readonly<Record<BatchState['status'], [title: string, look: string]>> = {
  queued: ['Queued', ''],
  processing: ['Processing', 'warn'],
  completed: ['Completed', 'good'],
  completed_with_errors: ['With errors', 'warn'],
  failed: ['Failed', 'bad'],
};

/** Whether the service still works on the batch. */
export const isUnfinished = ({ finishedAt }: Pick<BatchState, 'finishedAt'>): boolean => finishedAt === null;

const stateOf = (batch: BatchState): [title: string, look: string] => {
  if (!isUnfinished(batch)) return states[batch.status];
  if (batch.cancelRequested) return ['Ending', 'warn'];
  return batch.waitingFor ? ['Paused', 'bad'] : states[batch.status];
};

export const BatchBadge = ({ batch }: { batch: BatchState }) => {
  const [title, look] = stateOf(batch);
  return <span class={`badge ${look}`}>{title}</span>;
};

export const typeTitle = ({ type }: BatchState): string => (type === 'pdf' ? 'PDF' : 'Image');

/** `17 of 40 · 2 failed · 3.1 a second · 8 seconds left` */
const summaryOf = (batch: BatchState): string => {
  const { total, queued, failed, cancelled, itemsPerSecond, secondsLeft } = batch;
  const parts = [
    `${formatNumber(total - queued)} of ${formatNumber(total)}`,
    failed > 0 && `${formatNumber(failed)} failed`,
    cancelled > 0 && `${formatNumber(cancelled)} cancelled`,
    isUnfinished(batch) && itemsPerSecond !== null && `${formatExact(itemsPerSecond)} a second`,
    isUnfinished(batch) && secondsLeft !== null && `${formatSeconds(secondsLeft)} left`,
  ];
  return parts.filter(Boolean).join(' · ');
};

export const BatchProgress = ({ batch }: { batch: BatchState }) => (
  <div class="batch-progress">
    <Progress
      label={`Ended items of ${batch.batchId}`}
      total={batch.total}
      succeeded={batch.succeeded}
      failed={batch.failed + batch.cancelled}
    />
    <span class="small muted">{summaryOf(batch)}</span>
  </div>
);
