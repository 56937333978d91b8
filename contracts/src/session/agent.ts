import { z } from 'zod';
import { type ErrorCode, errorTable } from '../errors.js';
import { limits } from '../limits.js';
import { actionCountsSchema, podRecordSchema } from './pod-record.js';

/*
 * The HTTP protocol of the program in a session's pod. It is called at the pod's own address, by the operator and by apis.
 *
 *   GET  /healthz                      -> 200 or 503 with sessionHealthSchema: the kubelet's readiness probe, no token
 *   POST /sessions/<session>/activate  activateOrderSchema -> 200 activatedSchema, or 409 agentRefusalSchema
 *   POST /sessions/<session>/confirm   no body             -> 200 confirmationSchema
 *   POST /sessions/<session>/close     no body             -> 200 podRecordSchema, also for one that never ran here
 *   GET  /sessions/<session>           -> 200 sessionStandSchema
 *   POST /sessions/<session>/actions   actionOrderSchema   -> 200 what the client is answered, but for what is the same in
 *                                      every answer, or its error (agentErrorSchema)
 *   GET  /sessions/<session>/cdp       a WebSocket         -> 101 and the DevTools protocol, or the client's error (agentErrorSchema);
 *                                      how it ends: cdpCloses
 *
 * The operator starts it with TINTYPE_NODE_ROLE=session and, in TINTYPE_POD_KEY, with the pod's key.
 *
 * All but the first take `Authorization: Bearer <token>`, a token of session-token.ts made with this pod's key for the
 * session in the path, with the call's name as its purpose: `act` for actions, `read` for the look at a session, `cdp` for
 * the WebSocket. Everything else is 401, also where the address has come to another pod: then nobody has been told anything,
 * and least of all that the session is closed. A body that is not one is 400. Every call may be sent again: the same answer
 * comes for the same session, but for activate after startBy, which is too late even where it runs.
 */

/** Where the program listens, unless its pod says otherwise (`agentPortAnnotation`, crds). */
export const sessionAgentPort = 7070;

export const agentCalls = ['activate', 'confirm', 'close'] as const;
export type AgentCall = (typeof agentCalls)[number];

export const agentPaths = {
  health: '/healthz',
  call: (session: string, call: AgentCall) => `/sessions/${session}/${call}`,
  session: (session: string) => `/sessions/${session}`,
  actions: (session: string) => `/sessions/${session}/actions`,
  cdp: (session: string) => `/sessions/${session}/cdp`,
} as const;

/** `sess_` and an uuid, or the uid of an object that was made by hand. */
export const sessionIdSchema = z.string().regex(/^sess_[A-Za-z0-9-]{1,64}$/);

const instant = () => z.iso.datetime({ offset: true });

/** A proxy that a browser can be sent through, with its login where it wants one. */
export const upstreamProxySchema = z.url({ protocol: /^(https?|socks5)$/ });

const orderFields = z.object({
  account: z.string(),
  maxTtlSeconds: z.int().min(1).max(limits.sessionTtlSeconds),
  /** Refused later, by the pod's clock; a session that nobody has confirmed by then ends by itself. */
  startBy: instant(),
  cdp: z.boolean(),
  /** Everything goes through the account's own proxy, or the session does not begin. */
  proxy: z.boolean(),
  /** Which that is, and only then: `http:`, `https:` or `socks5:`, with its login; a secret. */
  upstreamProxy: upstreamProxySchema.optional(),
  bypassBotDetection: z.boolean(),
  /** The caller has the session for sure, as it does whose kubectl made it: nobody will confirm it. */
  confirmed: z.boolean(),
});

export const activateOrderSchema = orderFields.refine(
  ({ proxy, upstreamProxy }) => proxy === (upstreamProxy !== undefined),
  'proxy and upstreamProxy go together',
);

export const activatedSchema = z.object({
  /** When the browser was opened to the session, by the pod's clock; its time runs from here. */
  startedAt: instant(),
});

/** Why a pod will never run the session: it is, or was, another's; it was closed here; or it is after its startBy. */
export const agentRefusals = ['other-session', 'closed', 'too-late'] as const;

export const agentRefusalSchema = z.object({ refused: z.enum(agentRefusals) });

export const confirmationSchema = z.object({
  /** False when the session does not run here, or does not any more: its caller must not be given it. */
  confirmed: z.boolean(),
});

export const sessionHealthSchema = z.object({
  /** The browser is up and answers, whether it has a session or not. It must stay so all through a session: not being
   * ready ends it, as that of a lost node. */
  ready: z.boolean(),
});

/** What a session has come to so far. */
export const sessionStandSchema = z.object({
  session: z.string(),
  startedAt: instant(),
  /** By the pod's clock. */
  expiresAt: instant(),
  counts: actionCountsSchema,
});

/** An action as its client sent it, and how long its caller still waits for the answer. */
export const actionOrderSchema = z.looseObject({ deadlineMs: z.int().min(1).max(600_000).optional() });

/** What an error says besides, for programs: what kept an element from being acted on, how far a batch came. */
export const errorDetailsSchema = z.object({
  diagnosis: z.record(z.string(), z.unknown()).optional(),
  results: z.array(z.record(z.string(), z.unknown())).optional(),
  completed: z.int().optional(),
  failedIndex: z.int().nullable().optional(),
});

/** What a client is told; `session_not_active` also where the pod runs, or ran, no such session. */
export const agentErrorSchema = z.object({
  code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
  error: z.string(),
  retryAfterSeconds: z.number().optional(),
  details: errorDetailsSchema.optional(),
});

export type SessionStand = z.infer<typeof sessionStandSchema>;
export type AgentError = z.infer<typeof agentErrorSchema>;
export type ActivateRequest = z.infer<typeof activateOrderSchema>;
export type Activated = z.infer<typeof activatedSchema>;
export type AgentRefusal = (typeof agentRefusals)[number];
export type Confirmation = z.infer<typeof confirmationSchema>;
export type SessionHealth = z.infer<typeof sessionHealthSchema>;

/** What a call answers with 200. */
export const agentAnswers = {
  activate: activatedSchema,
  confirm: confirmationSchema,
  close: podRecordSchema,
} as const satisfies Record<AgentCall, z.ZodType>;
