/** Answers of the routes below `/batch`, as docs/api.md describes them. */

export type BatchStatus = 'queued' | 'processing' | 'completed' | 'completed_with_errors' | 'failed';

interface BatchFault {
  code: string;
  message: string;
}

export interface Batch {
  batchId: string;
  type: 'image' | 'pdf';
  status: BatchStatus;
  total: number;
  queued: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  cancelRequested: boolean;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  itemsPerSecond: number | null;
  secondsLeft: number | null;
  error: BatchFault | null;
  /** Set while the batch is paused. */
  waitingFor: (BatchFault & { since: string }) | null;
  notification: {
    status: 'none' | 'pending' | 'delivered' | 'undelivered';
    attempts: number;
    lastAttemptAt: string | null;
    lastError: string | null;
    nextAttemptAt: string | null;
  };
}

export interface BatchList {
  batches: readonly Batch[];
  nextCursor: string | null;
}

export interface BatchItem {
  number: number;
  status: 'queued' | 'completed' | 'failed' | 'cancelled';
  url: string | null;
  file_name: string | null;
  location: string | null;
  bytes: number | null;
  targetStatus: number | null;
  warnings: readonly string[];
  /** That of the last attempt while the item is queued. */
  error: BatchFault | null;
  attempts: number;
}

export interface BatchPageAnswer extends Batch {
  items: readonly BatchItem[];
  nextCursor: string | null;
}

export const isUnfinished = ({ finishedAt }: Batch): boolean => finishedAt === null;
