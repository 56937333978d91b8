import { z } from 'zod';
import { type ErrorCode, errorTable } from '../errors.js';
import { limits } from '../limits.js';
import { actionCountsSchema, podRecordSchema } from './pod-record.js';
import { storageStateSchema } from './profile.js';

/*
 * The HTTP protocol of the agent, for the operator and apis, at the pod's own address:
 *
 *     GET  /healthz                      -> 200 or 503 {"ready": …}: the kubelet's readiness probe, no token
 *     POST /sessions/<session>/activate  activateOrderSchema -> 200 activatedSchema, or 409 agentRefusalSchema
 *     POST /sessions/<session>/load      loadOrderSchema     -> 200 loadedSchema, or 409 agentErrorSchema
 *     POST /sessions/<session>/confirm   no body             -> 200 confirmationSchema
 *     POST /sessions/<session>/close     no body             -> 200 podRecordSchema, even if the session never ran here
 *     GET  /sessions/<session>           -> 200 sessionStateSchema
 *     POST /sessions/<session>/actions   actionOrderSchema   -> 200 the client's answer without its common fields, or
 *                                        the client's error (agentErrorSchema)
 *     GET  /sessions/<session>/cdp       a WebSocket         -> 101 and the DevTools protocol, or agentErrorSchema;
 *                                        it ends with one of cdpCloses
 *     GET  /sessions/<session>/live      a WebSocket         -> 101 and the live view (live.ts), or agentErrorSchema
 *
 * The operator starts the agent with TINTYPE_NODE_ROLE=session and the pod's key in TINTYPE_POD_KEY.
 *
 * A pod that fails 12 probes of /healthz in a row counts as lost with its node. Its session then ends.
 *
 * The api calls `load` before `confirm`. Only the first `load` loads the profile. The answer is `profile_unusable` if
 * the browser cannot load it.
 *
 * Every call except /healthz needs `Authorization: Bearer <token>` (token.ts), made with the pod's key for the session
 * in the path. The token's purpose is the call's name for `activate`, `load`, `confirm` and `close`. It is `act` for
 * /actions, `read` for /sessions/<session>, `cdp` for /cdp, and `view` or `control` for /live. Without such a token the
 * answer is 401. A 401 does not mean that the session is closed: the address may now belong to another pod. A malformed
 * body is answered with 400.
 *
 * `activate`, `load`, `confirm` and `close` have no further effect when they are repeated. An `activate` after
 * `startBy` is refused as too late, even for a running session. A repeated action runs again.
 */

/** The agent's default port; a pod may name another (`agentPortAnnotation`, crds). */
export const sessionAgentPort = 7070;

export const agentCalls = ['activate', 'load', 'confirm', 'close'] as const;
export type AgentCall = (typeof agentCalls)[number];

export const agentPaths = {
  health: '/healthz',
  call: (session: string, call: AgentCall) => `/sessions/${session}/${call}`,
  session: (session: string) => `/sessions/${session}`,
  actions: (session: string) => `/sessions/${session}/actions`,
  cdp: (session: string) => `/sessions/${session}/cdp`,
  live: (session: string) => `/sessions/${session}/live`,
} as const;

/** `sess_` and a UUID. If a person created the object, this is the object's uid. */
export const sessionIdSchema = z.string().regex(/^sess_[A-Za-z0-9-]{1,64}$/);

const instant = () => z.iso.datetime({ offset: true });

export const upstreamProxySchema = z.url({ protocol: /^(https?|socks5)$/ });

const orderFields = z.object({
  account: z.string(),
  maxTtlSeconds: z.int().min(1).max(limits.sessionTtlSeconds),
  /** After this time, by its own clock, the agent starts no session. An unconfirmed session ends then. */
  startBy: instant(),
  cdp: z.boolean(),
  /** All traffic uses the account's proxy, or the session does not start. */
  proxy: z.boolean(),
  /** The proxy with its login (`http:`, `https:` or `socks5:`), only if `proxy`; a secret. */
  upstreamProxy: upstreamProxySchema.optional(),
  bypassBotDetection: z.boolean(),
  /** True if no api will confirm the session: the client has it already, as with kubectl. */
  confirmed: z.boolean(),
});

export const activateOrderSchema = orderFields.refine(
  ({ proxy, upstreamProxy }) => proxy === (upstreamProxy !== undefined),
  'proxy and upstreamProxy need each other',
);

const activatedSchema = z.object({
  /** When the browser opened for the session, on the pod's clock. Charged time starts here. */
  startedAt: instant(),
});

/** Why this pod will never run the session: it had another one, has closed this one, or `startBy` has passed. */
const agentRefusals = ['other-session', 'closed', 'too-late'] as const;

export const agentRefusalSchema = z.object({ refused: z.enum(agentRefusals) });

/** The profile that the session begins with; a secret. */
export const loadOrderSchema = z.object({ state: storageStateSchema });

const loadedSchema = z.object({ loaded: z.literal(true) });

const confirmationSchema = z.object({
  /** False if the session does not run here. The api must then not return the session to the client. */
  confirmed: z.boolean(),
});

export const sessionStateSchema = z.object({
  session: z.string(),
  startedAt: instant(),
  /** On the pod's clock. */
  expiresAt: instant(),
  counts: actionCountsSchema,
  /** The browser has loaded the profile that the session begins with. */
  loaded: z.boolean().optional(),
});

/**
 * A client's action, with two fields that the api adds. `deadlineMs`: how many milliseconds the api still waits.
 * `answerBytes`: the longest JSON that it accepts, by default `limits.actionAnswerBytes`.
 */
export const actionOrderSchema = z.looseObject({
  deadlineMs: z.int().min(1).max(600_000).optional(),
  answerBytes: z
    .int()
    .min(2 * 1024 * 1024)
    .max(limits.actionAnswerBytes)
    .optional(),
});

/** Facts for programs: what blocked the element, or how far a batch got. */
const errorDetailsSchema = z.object({
  diagnosis: z.record(z.string(), z.unknown()).optional(),
  results: z.array(z.record(z.string(), z.unknown())).optional(),
  completed: z.int().optional(),
  failedIndex: z.int().nullable().optional(),
});

/** An error that the api passes on to the client. `session_not_active` if the pod does not run this session. */
export const agentErrorSchema = z.object({
  code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
  error: z.string(),
  retryAfterSeconds: z.number().optional(),
  details: errorDetailsSchema.optional(),
});

export type SessionState = z.infer<typeof sessionStateSchema>;
export type AgentError = z.infer<typeof agentErrorSchema>;
export type ActivateRequest = z.infer<typeof activateOrderSchema>;
export type Activated = z.infer<typeof activatedSchema>;
export type AgentRefusal = (typeof agentRefusals)[number];

/** Bodies of a 200, by call. */
export const agentAnswerSchemas = {
  activate: activatedSchema,
  load: loadedSchema,
  confirm: confirmationSchema,
  close: podRecordSchema,
} as const satisfies Record<AgentCall, z.ZodType>;
