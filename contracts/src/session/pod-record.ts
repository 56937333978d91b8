import { createHash } from 'node:crypto';
import { z } from 'zod';

// The bounds of a BrowserSession's status: a record outside them could never be copied there, and the session never
// settled.
const count = z.int().min(0).max(1_000_000_000);
const maxTypes = 64;
const typeLength = 32;

const byTypeSchema = z
  .record(z.string().max(typeLength), z.object({ total: count, success: count, error: count }))
  .refine((types) => Object.keys(types).length <= maxTypes, `at most ${maxTypes} types of action`);

export const actionCountsSchema = z.object({
  actions: count,
  success: count,
  error: count,
  byType: byTypeSchema.optional(),
});

/** Far longer than any session; a larger value is a fault. */
const longestOpenMs = 24 * 3_600_000;

export const noActions = { actions: 0, success: 0, error: 0 } satisfies ActionCounts;

/**
 * A session's record by its pod. It is the answer to `close`, always the same, and the termination message, which
 * outlives the pod's program.
 */
export const podRecordSchema = z.object({
  session: z.string(),
  /** When the browser opened for the session, on the pod's clock, RFC 3339. */
  startedAt: z.iso.datetime({ offset: true }).optional(),
  /** Milliseconds that the session was open. Absent before its end, or if it never opened. */
  openMs: z.number().min(0).max(longestOpenMs).optional(),
  /** An api confirmed that the client gets the session; otherwise it is free. */
  confirmed: z.boolean(),
  counts: actionCountsSchema,
  crashed: z.boolean(),
});

export type ActionCounts = z.infer<typeof actionCountsSchema>;
export type PodRecord = z.infer<typeof podRecordSchema>;

/**
 * Part of the 4096 bytes that the kubelet keeps:
 * https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/
 */
export const terminationMessageBytes = 2048;
const version = 1;

const checksumOf = (json: string) => createHash('sha256').update(json).digest('hex').slice(0, 16);

/**
 * The record for offset 0 of the termination log. A fixed length, by padding, leaves no tail of a longer one. Drops
 * types of action that do not fit.
 */
export const encodeTerminationMessage = (record: PodRecord): string => {
  const json = JSON.stringify({ version, ...record });
  const line = `${checksumOf(json)} ${json}\n`;
  const room = terminationMessageBytes - Buffer.byteLength(line);
  if (room >= 0) return line + ' '.repeat(room);
  const { byType: _, ...counts } = record.counts;
  return encodeTerminationMessage({ ...record, counts });
};

/** Undefined without a record, or with a torn or foreign one. */
export const decodeTerminationMessage = (message: string): PodRecord | undefined => {
  const [line = ''] = message.split('\n');
  const json = line.slice(line.indexOf(' ') + 1);
  if (line !== `${checksumOf(json)} ${json}`) return undefined;
  try {
    return podRecordSchema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
};
