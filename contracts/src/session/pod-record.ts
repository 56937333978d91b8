import { createHash } from 'node:crypto';
import { z } from 'zod';

// The bounds of a BrowserSession's status: a record that could not be copied there would keep it from ever being settled.
const count = z.int().min(0).max(1_000_000_000);
const mostTypes = 64;
const typeLength = 32;

const byTypeSchema = z
  .record(z.string().max(typeLength), z.object({ total: count, success: count, error: count }))
  .refine((types) => Object.keys(types).length <= mostTypes, `at most ${mostTypes} types of action`);

/** What a session's actions came to: in all, and by type of action. */
export const actionCountsSchema = z.object({
  actions: count,
  success: count,
  error: count,
  byType: byTypeSchema.optional(),
});

/** Far longer than any session; whoever says more is broken, and what he says is no time. */
const longestOpenMs = 24 * 3_600_000;

export const noActions = { actions: 0, success: 0, error: 0 } satisfies ActionCounts;

/**
 * What a session's pod says of the session: its answer to `close`, for ever the same, and its termination message, which
 * outlives it.
 */
export const podRecordSchema = z.object({
  /** The session that ran here. */
  session: z.string(),
  /** When the browser was opened to the session, by the pod's clock, RFC 3339. */
  startedAt: z.iso.datetime({ offset: true }).optional(),
  /** How long the browser was open; absent while it runs, and when it never did. */
  openMs: z.number().min(0).max(longestOpenMs).optional(),
  /** An api has said that the session's caller gets it: without that, it is free. */
  confirmed: z.boolean(),
  counts: actionCountsSchema,
  /** The browser ended by itself. */
  crashed: z.boolean(),
});

export type ActionCounts = z.infer<typeof actionCountsSchema>;
export type PodRecord = z.infer<typeof podRecordSchema>;

/** Of the 4096 bytes that the kubelet keeps: https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/ */
export const terminationMessageBytes = 2048;
const version = 1;

const checksumOf = (json: string) => createHash('sha256').update(json).digest('hex').slice(0, 16);

/**
 * The record as it is written at offset 0 of the termination log, whole and padded to a fixed length, so that a shorter
 * one never leaves the tail of a longer one behind. Types of action are left out where they do not fit.
 */
export const encodeTerminationMessage = (record: PodRecord): string => {
  const json = JSON.stringify({ version, ...record });
  const line = `${checksumOf(json)} ${json}\n`;
  const room = terminationMessageBytes - Buffer.byteLength(line);
  if (room >= 0) return line + ' '.repeat(room);
  const { byType: _, ...counts } = record.counts;
  return encodeTerminationMessage({ ...record, counts });
};

/** The record in a termination message; undefined when there is none, or a torn or foreign one. */
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
