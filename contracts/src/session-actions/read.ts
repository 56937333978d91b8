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
  /** True if the URL was sent without a scheme, and so got `https:`. */
  httpsAssumed?: boolean;
}

/** The checked payload of an action, with defaults. A batch's payload holds checked actions. */
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
  /** The viewport to set. Undefined keeps the current one. */
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

/** An absent payload and an empty list become `{}`: PHP writes an empty object as an empty list. */
const asObject = (payload: unknown): unknown =>
  payload === undefined || (Array.isArray(payload) && payload.length === 0) ? {} : payload;

/** Levels of nesting. No valid payload has more. */
const maxDepth = 16;

const isDeeper = (value: unknown, max: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (max === 0 || Object.values(value).some((inner) => isDeeper(inner, max - 1)));

const requestSchema = z.object({
  type: z.string(),
  payload: z.unknown().optional().transform(asObject).pipe(z.looseObject({})),
});

const isActionType = (type: string): type is SessionActionType => Object.hasOwn(sessionActions, type);

const typeOf = (step: unknown) => (typeof step === 'object' && step !== null && 'type' in step ? step.type : undefined);

const readStep = (step: unknown, index: number): SessionAction => {
  const location = `In \`payload.actions.${index}\``;
  // Refused before it is read: reading a nested batch would recurse.
  if (typeOf(step) === 'batch')
    throw invalid(`${location}: A batch cannot hold another batch. Put its actions into this one.`);
  // The pod answers `save_profile` with cookies. The api removes them only from the answer to a single action.
  if (typeOf(step) === 'save_profile')
    throw invalid(`${location}: A batch cannot save a profile. Send \`save_profile\` as an action of its own.`);
  try {
    return readSessionAction(step);
  } catch (error) {
    throw error instanceof TintypeError ? invalid(`${location}: ${error.message}`, error) : error;
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

const maxUnknownNotes = 5;

/**
 * Returns a sentence for each of the first five unknown fields. Unknown fields do not fail an action: clients that were
 * written for other services send them.
 */
const unknownFieldNotes = (type: SessionActionType, payload: object, takesViewport: boolean): string[] => {
  const ownFields = Object.keys(sessionActions[type].payload.shape);
  const commonFields = [
    ...Object.keys(commonSchema.shape),
    ...(takesViewport ? Object.keys(viewportSchema.shape) : []),
  ];
  const unknown = Object.keys(payload).filter((name) => ![...ownFields, ...commonFields].includes(name));
  const fieldList =
    ownFields.length > 0 ? `The fields of ${type} are ${ownFields.join(', ')}.` : `The action ${type} has no fields.`;
  return unknown.slice(0, maxUnknownNotes).map((name) => {
    const advice = didYouMean(name, [...ownFields, ...commonFields]) || ` ${fieldList}`;
    return `The field \`${shownName(name)}\` is unknown and has no effect.${advice}`;
  });
};

/** Reads a client's action, `{ type, payload }`, fills in defaults and collects notes. Throws `invalid_request`. */
export const readSessionAction = (body: unknown): SessionAction => {
  // `JSON.parse` accepts any depth, but `JSON.stringify` and recursive functions overflow the stack.
  if (isDeeper(body, maxDepth))
    throw invalid(`The payload is nested more than ${maxDepth} levels deep. Send one with fewer levels.`);
  const request = requestSchema.safeParse(body);
  if (!request.success) throw invalid('Send an action as {"type": …, "payload": {…}}.');
  const { type, payload } = request.data;
  if (!isActionType(type)) {
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
    notes: unknownFieldNotes(type, payload, takesViewport),
  };
};
