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
 *     POST /sessions/<session>/close     no body             -> 200 podRecordSchema, also for one that never ran here
 *     GET  /sessions/<session>           -> 200 sessionStateSchema
 *     POST /sessions/<session>/actions   actionOrderSchema   -> 200 the client's answer without its common fields, or
 *                                        the client's error (agentErrorSchema)
 *     GET  /sessions/<session>/cdp       a WebSocket         -> 101 and the DevTools protocol, or agentErrorSchema;
 *                                        it ends with one of cdpCloses
 *     GET  /sessions/<session>/live      a WebSocket         -> 101 and the live view (live.ts), or agentErrorSchema
 *
 * The operator starts the agent with TINTYPE_NODE_ROLE=session and the pod's key in TINTYPE_POD_KEY.
 *
 * A 503 of /healthz during a session ends it as on a lost node. `load` answers `profile_unusable` if the browser cannot
 * load the profile. It comes before `confirm`. Only its first call loads.
 *
 * All but the first need `Authorization: Bearer <token>` (token.ts), made with the pod's key for the session in the
 * path. The token's purpose is the call's name, or `act` for actions and `read` for GET. DevTools take `cdp`, the live
 * view `view` or `control`. Otherwise the answer is 401, also if the address now belongs to another pod. A 401 does not
 * mean that the session is closed. A malformed body is 400.
 *
 * Every call may be repeated and gets the same answer. Only activate after startBy is too late, even for a running
 * session.
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

/** `sess_` and a UUID, or the uid of an object that people created. */
export const sessionIdSchema = z.string().regex(/^sess_[A-Za-z0-9-]{1,64}$/);

const instant = () => z.iso.datetime({ offset: true });

export const upstreamProxySchema = z.url({ protocol: /^(https?|socks5)$/ });

const orderFields = z.object({
  account: z.string(),
  maxTtlSeconds: z.int().min(1).max(limits.sessionTtlSeconds),
  /** The agent refuses later starts, on its own clock. An unconfirmed session ends then. */
  startBy: instant(),
  cdp: z.boolean(),
  /** All traffic uses the account's proxy, or the session does not start. */
  proxy: z.boolean(),
  /** The proxy with its login (`http:`, `https:` or `socks5:`), only if `proxy`; a secret. */
  upstreamProxy: upstreamProxySchema.optional(),
  bypassBotDetection: z.boolean(),
  /** True if no api will confirm it: the client has the session already, as with kubectl. */
  confirmed: z.boolean(),
});

export const activateOrderSchema = orderFields.refine(
  ({ proxy, upstreamProxy }) => proxy === (upstreamProxy !== undefined),
  'proxy and upstreamProxy need each other',
);

const activatedSchema = z.object({
  /** When the browser opened for the session, on the pod's clock; its time starts here. */
  startedAt: instant(),
});

/** Why a pod will never run the session. It serves or served another, it closed this one, or `startBy` has passed. */
const agentRefusals = ['other-session', 'closed', 'too-late'] as const;

export const agentRefusalSchema = z.object({ refused: z.enum(agentRefusals) });

/** The profile that the session begins with; a secret. */
export const loadOrderSchema = z.object({ state: storageStateSchema });

const loadedSchema = z.object({ loaded: z.literal(true) });

const confirmationSchema = z.object({
  /** False if the session does not run here, or no longer: do not return it to the client. */
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

/** An action from its client. The caller still waits `deadlineMs`, and takes `answerBytes` of JSON. */
export const actionOrderSchema = z.looseObject({
  deadlineMs: z.int().min(1).max(600_000).optional(),
  answerBytes: z
    .int()
    .min(2 * 1024 * 1024)
    .max(limits.actionAnswerBytes)
    .optional(),
});

/** For programs: what blocked the element, how far a batch got. */
const errorDetailsSchema = z.object({
  diagnosis: z.record(z.string(), z.unknown()).optional(),
  results: z.array(z.record(z.string(), z.unknown())).optional(),
  completed: z.int().optional(),
  failedIndex: z.int().nullable().optional(),
});

/** The client's error; `session_not_active` also if the pod does not run this session. */
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
