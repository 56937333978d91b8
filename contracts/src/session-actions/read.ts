import { z } from 'zod';
import { TintypeError } from '../errors.js';
import { didYouMean, shownName } from '../near-names.js';
import { lacksScheme } from '../options/values/target-url.js';
import { flag } from './fields.js';
import { payloadError } from './payload-error.js';
import { type SessionActionType, sessionActions, sessionActionTypes } from './table.js';
import { readViewport, type SessionViewport, viewportSchema } from './viewport.js';

type Parsed<T extends SessionActionType> = z.infer<(typeof sessionActions)[T]['payload']>;

interface BatchPayload extends Omit<Parsed<'batch'>, 'actions'> {
  actions: SessionAction[];
}

interface GotoPayload extends Parsed<'goto'> {
  /** The URL was sent without a scheme. */
  httpsAssumed?: boolean;
}

/** The read payload of a type. For a batch, its actions are read as well. */
export type SessionActionPayload<T extends SessionActionType = SessionActionType> = T extends 'batch'
  ? BatchPayload
  : T extends 'goto'
    ? GotoPayload
    : Parsed<T>;

export interface SessionAction<T extends SessionActionType = SessionActionType> {
  type: T;
  payload: SessionActionPayload<T>;
  /** Add a picture of the page to the answer. */
  screenshot: boolean;
  /** The new viewport; undefined: keep it. */
  viewport: SessionViewport | undefined;
  /** Sentences about fields that have no effect. */
  notes: readonly string[];
}

export const commonSchema = z.object({
  screenshot: flag()
    .default(false)
    .meta({ description: 'Add a picture of the page to the answer. The payload may then set the viewport, too.' }),
});

const invalid = (message: string, cause?: unknown) => new TintypeError('invalid_request', message, { cause });

const read = <S extends z.ZodType>(schema: S, payload: unknown): z.infer<S> => {
  const { data, error } = schema.safeParse(payload);
  if (!error) return data as z.infer<S>;
  throw payloadError(payload, error);
};

/** PHP writes an empty list for an empty object. */
const asObject = (payload: unknown): unknown =>
  payload === undefined || (Array.isArray(payload) && payload.length === 0) ? {} : payload;

/** Deeper than every valid payload. */
const maxDepth = 16;

const isDeeper = (value: unknown, max: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (max === 0 || Object.values(value).some((inner) => isDeeper(inner, max - 1)));

const requestSchema = z.object({
  type: z.string(),
  payload: z.unknown().optional().transform(asObject).pipe(z.looseObject({})),
});

const isType = (type: string): type is SessionActionType => Object.hasOwn(sessionActions, type);

const typeOf = (step: unknown) => (typeof step === 'object' && step !== null && 'type' in step ? step.type : undefined);

const readStep = (step: unknown, at: number): SessionAction => {
  const where = `In \`payload.actions.${at}\``;
  // Checked before reading: nested batches would be read recursively.
  if (typeOf(step) === 'batch')
    throw invalid(`${where}: A batch cannot hold another batch. Put its actions into this one.`);
  // The pod answers it with cookies, which the api keeps from clients.
  if (typeOf(step) === 'save_profile')
    throw invalid(`${where}: A batch cannot save a profile. Send \`save_profile\` as an action of its own.`);
  try {
    return readSessionAction(step);
  } catch (error) {
    throw error instanceof TintypeError ? invalid(`${where}: ${error.message}`, error) : error;
  }
};

const readGoto = (payload: object): GotoPayload => {
  const goto = read(sessionActions.goto.payload, payload);
  return 'url' in payload && lacksScheme(String(payload.url)) ? { ...goto, httpsAssumed: true } : goto;
};

const readPayload = (type: SessionActionType, payload: object) => {
  if (type === 'goto') return readGoto(payload);
  if (type !== 'batch') return read(sessionActions[type].payload, payload);
  const { actions, stopOnError } = read(sessionActions.batch.payload, payload);
  return { actions: actions.map(readStep), stopOnError };
};

const maxUnknown = 5;

/** Unknown fields do not fail an action: clients of other services send theirs. */
const unknownFields = (type: SessionActionType, payload: object, takesViewport: boolean): string[] => {
  const own = Object.keys(sessionActions[type].payload.shape);
  const more = [...Object.keys(commonSchema.shape), ...(takesViewport ? Object.keys(viewportSchema.shape) : [])];
  const unknown = Object.keys(payload).filter((name) => ![...own, ...more].includes(name));
  const fields = own.length > 0 ? `The fields of ${type} are ${own.join(', ')}.` : `The action ${type} has no fields.`;
  return unknown.slice(0, maxUnknown).map((name) => {
    const advice = didYouMean(name, [...own, ...more]) || ` ${fields}`;
    return `The field \`${shownName(name)}\` is unknown and has no effect.${advice}`;
  });
};

/** Throws `invalid_request`, before anything was done. */
export const readSessionAction = (body: unknown): SessionAction => {
  // JSON can be read deeper than it can be written or walked.
  if (isDeeper(body, maxDepth))
    throw invalid(`The payload is nested more than ${maxDepth} levels deep. Send one with fewer levels.`);
  const request = requestSchema.safeParse(body);
  if (!request.success) throw invalid('Send an action as {"type": …, "payload": {…}}.');
  const { type, payload } = request.data;
  if (!isType(type)) {
    const near = didYouMean(type, sessionActionTypes);
    throw invalid(
      `The action \`${shownName(type)}\` does not exist.${near} The types are ${sessionActionTypes.join(', ')}.`,
    );
  }
  const { screenshot } = read(commonSchema, payload);
  const takesViewport = screenshot || type === 'goto' || type === 'screenshot';
  return {
    type,
    payload: readPayload(type, payload),
    screenshot,
    viewport: takesViewport ? readViewport(payload) : undefined,
    notes: unknownFields(type, payload, takesViewport),
  };
};
