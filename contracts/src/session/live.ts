import { z } from 'zod';
import { limits } from '../limits.js';

/*
 * The live view between a viewer's page and the pod, as one WebSocket through the api.
 *
 *     pod → page   text: LiveState. Binary: a picture, as its number (liveFrameHead bytes, big endian) and a JPEG.
 *     page → pod   text: liveMessageSchema.
 *
 * The page names `liveProtocol` and its token as subprotocols, because it cannot set other headers. Servers would log a
 * token in the address. Positions are fractions of the picture: 0, 0 is the top left corner, 1, 1 the bottom right one.
 */

export const liveProtocol = 'tintype.live.v1';
export const liveTokenPrefix = 'tintype.token.';

/** Bytes of a picture's number, which come before the JPEG. */
export const liveFrameHead = 4;

/** Levels of picture quality, the best first. */
export const liveLevels = ['sharp', 'good', 'reduced', 'low'] as const;

const { livePasteLength } = limits;

const fraction = z.number().min(-1e6).max(1e6);
const position = { x: fraction, y: fraction };
/** The sum of the pressed keys, as in the DevTools protocol: Alt 1, Control 2, Meta 4, Shift 8. */
const modifiers = z.int().min(0).max(15).default(0);
const wheelPixels = z.number().min(-10_000).max(10_000);
/** One character, such as `é`, or a name, such as `Enter`. */
const keyName = z.string().min(1).max(32);

const viewMessages = [
  /** The picture's greatest size in pixels of the viewer's screen. */
  z.strictObject({
    type: z.literal('screen'),
    width: z.int().min(1).max(20_000),
    height: z.int().min(1).max(20_000),
  }),
  /** The viewer's page has drawn the picture with this number. */
  z.strictObject({ type: z.literal('drawn'), frame: z.int().min(0).max(0xffff_ffff) }),
  /** A paused viewer gets no pictures. */
  z.strictObject({ type: z.literal('pause'), paused: z.boolean() }),
] as const;

const controlMessages = [
  z.strictObject({
    type: z.literal('pointer'),
    event: z.enum(['move', 'down', 'up']),
    ...position,
    button: z.enum(['none', 'left', 'middle', 'right', 'back', 'forward']).default('none'),
    /** Pressed buttons, as in `MouseEvent.buttons`. */
    buttons: z.int().min(0).max(31).default(0),
    clickCount: z.int().min(0).max(3).default(0),
    modifiers,
  }),
  /** The deltas are CSS pixels. */
  z.strictObject({ type: z.literal('wheel'), ...position, deltaX: wheelPixels, deltaY: wheelPixels, modifiers }),
  z.strictObject({
    type: z.literal('touch'),
    event: z.enum(['start', 'move', 'end', 'cancel']),
    /**
     * Fingers. `start` has the new ones, `move` all on the picture, and `end` the lifted ones. An empty list lifts all.
     * `cancel` has an empty list.
     */
    points: z.array(z.strictObject({ id: z.int().min(0).max(1000), ...position })).max(10),
    modifiers,
  }),
  z.strictObject({
    type: z.literal('key'),
    event: z.enum(['down', 'up']),
    key: keyName,
    /** The place on the keyboard, such as `KeyA`; empty if unknown. */
    code: z.string().max(32),
    modifiers,
    repeat: z.boolean().default(false),
  }),
  /** Text that no single key makes: from an input method or a phone's keyboard. */
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(livePasteLength) }),
  z.strictObject({ type: z.literal('paste'), text: z.string().min(1).max(livePasteLength) }),
] as const;

/** All messages of a viewer. `controlMessages` need the right `control`. */
export const liveMessageSchema = z.discriminatedUnion('type', [...viewMessages, ...controlMessages]);

export type LiveMessage = z.infer<typeof liveMessageSchema>;

/** What viewers learn besides pictures. */
export type LiveState =
  /** The api sends a token for the next connection, valid until the session ends. */
  | { type: 'pass'; token: string }
  /** `touch` is for live pages of the previous release, which do not know the message `viewport`. */
  | { type: 'welcome'; control: boolean; touch: boolean; expiresAt: string }
  /** The size of the session's page in CSS pixels, and whether this page takes touch. */
  | { type: 'viewport'; width: number; height: number; touch: boolean }
  /** The session's page. The `url` is empty if no page is open. */
  | { type: 'page'; url: string; title: string }
  | { type: 'viewers'; count: number }
  | { type: 'quality'; level: (typeof liveLevels)[number] };

/**
 * How the live view closes a connection, besides the closes of sessions (cdp-closes.ts). A refusal of the api has the
 * code 4000 plus the status of its error.
 */
export const liveCloses = {
  binary: { code: 1003, reason: 'Send text: the live view takes no binary messages.' },
  malformed: { code: 1007, reason: 'The live view does not know this message. Reload its page.' },
  stuck: { code: 1008, reason: 'The page does not take input. Connect again.' },
  viewOnly: { code: 4403, reason: 'This link only shows the session. Ask for one with `control`.' },
} as const satisfies Record<string, { code: number; reason: string }>;

export type LiveCloseReason = keyof typeof liveCloses;
