import { type ErrorCode, errorTable, type Pairs } from '@tintype/contracts';
import { z } from 'zod';

/** Endpoints that have batches. */
export const batchEndpoints = ['image', 'pdf'] as const;
export type BatchEndpoint = (typeof batchEndpoints)[number];

const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** Why an item, or a whole batch, failed: the code and sentence of the catalogue. */
export const faultSchema = z.object({ code: z.enum(errorCodes), message: z.string() });
export type Fault = z.output<typeof faultSchema>;

/** An item as accepted. */
export const batchItemSchema = z.object({
  /** The client's URL; null if it is not text. */
  url: z.string().nullable(),
  /** The file name; null: none. Different renders of a batch never share one. */
  fileName: z.string().nullable(),
  /** The decoded options, with `url`; empty if the item has a fault. */
  pairs: z.record(z.string(), z.string()),
  /** Why the item cannot be rendered. */
  fault: faultSchema.optional(),
});

export interface BatchItem extends z.output<typeof batchItemSchema> {
  pairs: Pairs;
}

/** What remains of an item once its batch is finished: its options may have passwords, so they are removed. */
export const shownItemSchema = batchItemSchema.pick({ url: true, fileName: true });
export type ShownItem = z.output<typeof shownItemSchema>;

/** `accepted`: once this fact is written, the batch exists. */
export const acceptedSchema = z.object({
  endpoint: z.enum(batchEndpoints),
  total: z.int(),
  /** The number of messages with items: `items.0` and so on. */
  pages: z.int(),
  /** Items in each message; the last may have fewer. */
  pageItems: z.int(),
  /** Id of the account's secret that the request used. This secret also signs the notification. */
  secretId: z.string(),
  acceptedAt: z.iso.datetime(),
  /** The URL for the notification, sealed: it may have a token. */
  notify: z.string().nullable(),
  statusUrl: z.string(),
  /** Why the request was refused. Then the batch has no items, and its notification states the fault. */
  fault: faultSchema.optional(),
});

export type Accepted = z.output<typeof acceptedSchema>;

/** `started`: an api has begun to render items of the batch. */
export const startedSchema = z.object({ at: z.iso.datetime() });

/** `paused`: the account's storage does not answer. Sealed, because the message names the store. */
export const pausedSchema = faultSchema.extend({
  /** Since when the storage has not answered. */
  since: z.iso.datetime(),
});
export type Paused = z.output<typeof pausedSchema>;

/** `tried.<n>-<attempts>`: the last failed attempt of item n, which waits for another attempt. Sealed. */
export const triedSchema = z.object({ attempts: z.int(), error: faultSchema });
export type Tried = z.output<typeof triedSchema>;

export const endStatuses = ['completed', 'failed', 'cancelled'] as const;

/** `ended.<n>`: how item n ended. Sealed. */
export const itemEndSchema = z.object({
  status: z.enum(endStatuses),
  /** The public URL of the object in the account's storage. */
  location: z.string().optional(),
  bytes: z.int().optional(),
  contentType: z.string().optional(),
  /** HTTP status of the page. */
  targetStatus: z.int().optional(),
  warnings: z.array(z.string()).optional(),
  error: faultSchema.optional(),
  attempts: z.int(),
  at: z.iso.datetime(),
});

export type ItemEnd = z.output<typeof itemEndSchema>;

export const countsSchema = z.object({ completed: z.int(), failed: z.int(), cancelled: z.int() });
export type Counts = z.output<typeof countsSchema>;

export const noneEnded: Counts = { completed: 0, failed: 0, cancelled: 0 };

/** `finished`: every item has ended. */
export const finishedSchema = z.object({ counts: countsSchema, deliveryId: z.string(), at: z.iso.datetime() });
export type Finished = z.output<typeof finishedSchema>;

/** `attempt.<n>`: an attempt to notify the client, or the client's request for another round. Sealed. */
export const attemptSchema = z.object({
  outcome: z.enum(['delivered', 'failed', 'requested']),
  /** HTTP status of the receiver's answer. */
  status: z.int().optional(),
  error: z.string().optional(),
  at: z.iso.datetime(),
});

export type Attempt = z.output<typeof attemptSchema>;
