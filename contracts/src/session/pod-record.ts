import { createHash } from 'node:crypto';
import { z } from 'zod';

// These bounds are those of a BrowserSession's status. The operator could not copy a record outside them into the
// status, and would never settle the session.
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
  /** True if the client gets the session: the api confirmed it, or kubectl created it. Otherwise it is free. */
  confirmed: z.boolean(),
  counts: actionCountsSchema,
  /** The browser ended by itself, or could not get the session's settings. */
  crashed: z.boolean(),
});

export type ActionCounts = z.infer<typeof actionCountsSchema>;
export type PodRecord = z.infer<typeof podRecordSchema>;

/**
 * The length of each termination message. The kubelet keeps 4096 bytes:
 * https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/
 */
export const terminationMessageBytes = 2048;
const version = 1;

const checksumOf = (json: string) => createHash('sha256').update(json).digest('hex').slice(0, 16);

/**
 * Returns the text that the agent writes at offset 0 of the termination log. Spaces pad it to a fixed length, so it
 * overwrites all of an earlier text. If the record is longer, the text lacks the counts by type of action.
 */
export const encodeTerminationMessage = (record: PodRecord): string => {
  const json = JSON.stringify({ version, ...record });
  const line = `${checksumOf(json)} ${json}\n`;
  const paddingBytes = terminationMessageBytes - Buffer.byteLength(line);
  if (paddingBytes >= 0) return line + ' '.repeat(paddingBytes);
  const { byType: _, ...counts } = record.counts;
  return encodeTerminationMessage({ ...record, counts });
};

/** Reads a record from a termination message. Undefined if the message is empty, incomplete or not ours. */
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
