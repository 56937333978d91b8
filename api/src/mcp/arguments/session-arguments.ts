import { createSessionBody, isJsonObject, type JsonObject, sessionActionTypes, TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import { profileNameIn } from '../../sessions/session-profiles.js';
import { windowIn } from '../answers/text-window.js';
import type { ObjectSchema, ToolArguments } from '../tool.js';
import { payloadFields } from './action-signatures.js';
import { lenientValues } from './lenient-values.js';
import { unknownArgument } from './unknown-argument.js';

const schemaOfOpening = (): ObjectSchema => {
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(createSessionBody, { io: 'input' });
  return schema as ObjectSchema;
};

/** The arguments that open a session. */
export const openInput: ObjectSchema = schemaOfOpening();

/** Refuses unknown names, so that a model learns that it put them in the wrong place. */
const refuseOthers = (args: ToolArguments, names: readonly string[], advice = '') => {
  const other = Object.keys(args).find((name) => args[name] !== null && !names.includes(name));
  if (other !== undefined) throw new TintypeError('invalid_request', unknownArgument(other, names) + advice);
};

export const sessionIdIn = ({ sessionId }: ToolArguments): string => {
  if (typeof sessionId === 'string' && sessionId !== '') return sessionId;
  throw new TintypeError(
    'invalid_request',
    'The argument `sessionId` takes the id of a session: `browser_session_create` answers one.',
  );
};

/** The session id, for tools that take no other argument. */
export const soleSessionIdIn = (args: ToolArguments): string => {
  refuseOthers(args, ['sessionId']);
  return sessionIdIn(args);
};

/** The session to close, and the profile to save its login as. Throws `invalid_request`. */
export const closingIn = (args: ToolArguments): { id: string; saveProfile: string | undefined } => {
  refuseOthers(args, ['sessionId', 'saveProfile']);
  const { saveProfile } = args;
  const isLeftOut = saveProfile === undefined || saveProfile === null;
  return { id: sessionIdIn(args), saveProfile: isLeftOut ? undefined : profileNameIn(String(saveProfile)) };
};

/** The arguments of an opening, as `POST /v1/sessions` takes them. Throws `invalid_request`. */
export const openBodyIn = (args: ToolArguments): z.output<typeof createSessionBody> => {
  const names = Object.keys(createSessionBody.shape);
  refuseOthers(args, names);
  const { data, error } = createSessionBody.safeParse(lenientValues(args, openInput.properties ?? {}));
  if (data) return data;
  const [issue] = error.issues;
  throw new TintypeError('invalid_request', `The argument \`${issue?.path.join('.')}\` takes ${issue?.message}.`);
};

/** Parses JSON text: some models send a payload, or the actions of a batch, as text. */
const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const payloadIn = ({ payload: given }: ToolArguments): JsonObject => {
  const payload = parsed(given) ?? {};
  if (isJsonObject(payload)) return payload;
  // Some languages have one kind for list and object: their models send an empty list for "no fields".
  if (Array.isArray(payload) && payload.length === 0) return {};
  throw new TintypeError(
    'invalid_request',
    'The argument `payload` takes an object with the fields of the action, such as {"actions": […]} for batch.',
  );
};

/** Converts the payload's values as this type of action takes them. The payload of an unknown type stays. */
const lenientPayload = (type: unknown, payload: JsonObject): Record<string, unknown> =>
  lenientValues(payload, payloadFields(String(type)));

/** Reads a step. Without a `payload`, refuses fields beside `type`: the action would run without them. */
const stepIn = (step: unknown, at: number): unknown => {
  if (!isJsonObject(step)) return step;
  const { type, payload, ...beside } = lenientValues(step, {});
  const [other] = Object.keys(beside);
  if (type !== undefined && payload === undefined && other !== undefined)
    throw new TintypeError(
      'invalid_request',
      `In \`payload.actions.${at}\`: put \`${other.slice(0, 64)}\` and the other fields of the action into its \`payload\`.`,
    );
  return { type, payload: isJsonObject(payload) ? lenientPayload(type, payload) : payload };
};

const refuseWindowsIn = (steps: readonly unknown[]): void => {
  const hasWindow = ({ type, payload }: JsonObject) =>
    type === 'content' && isJsonObject(payload) && (payload.offset ?? payload.maxChars) !== undefined;
  if (!steps.some((step) => isJsonObject(step) && hasWindow(step))) return;
  throw new TintypeError(
    'invalid_request',
    'A batch does not take `offset` and `maxChars`: send the action `content` outside of the batch.',
  );
};

const batchIn = (payload: JsonObject): JsonObject => {
  const { actions, ...rest } = lenientPayload('batch', payload);
  const list = parsed(actions);
  if (!Array.isArray(list)) return { ...rest, actions: list };
  const steps = list.map((step) => (isJsonObject(step) ? { ...step, payload: parsed(step.payload) } : step));
  refuseWindowsIn(steps);
  return { ...rest, actions: steps.map(stepIn) };
};

/** The steps of a batch as the model wrote them; none for other actions. */
export const stepsIn = ({ type, payload: given }: ToolArguments): JsonObject[] => {
  const payload = parsed(given);
  const actions = type === 'batch' && isJsonObject(payload) ? parsed(payload.actions) : undefined;
  return Array.isArray(actions) ? actions.map((step) => (isJsonObject(step) ? step : {})) : [];
};

/** True if the answer of the action, or of one of its steps, has a picture. */
export const asksForPictures = (args: ToolArguments): boolean =>
  [args, ...stepsIn(args)].some(({ type, payload: given }) => {
    const payload = parsed(given);
    return type === 'screenshot' || (isJsonObject(payload) && String(payload.screenshot) === 'true');
  });

/** The type of the action, or those of a batch's steps, each once. */
export const typesIn = (args: ToolArguments): string[] => {
  const steps = stepsIn(args);
  const types = steps.length > 0 ? steps.map(({ type }) => type) : [args.type];
  return [...new Set(types.filter((each) => typeof each === 'string'))];
};

/** The action, and the part of its text to show. Throws `invalid_request` or `invalid_option`. */
export const actionIn = (args: ToolArguments) => {
  refuseOthers(args, ['sessionId', 'type', 'payload'], ' Put the fields of an action into `payload`.');
  const { type } = args;
  if (typeof type !== 'string')
    throw new TintypeError('invalid_request', `The argument \`type\` takes one of ${sessionActionTypes.join(', ')}.`);
  const given = payloadIn(args);
  if (type === 'batch') return { action: { type, payload: batchIn(given) }, window: windowIn({}) };
  const fields = lenientPayload(type, given);
  // Only `content` has windows. Other types may have their own fields `offset` and `maxChars` one day.
  if (type !== 'content') return { action: { type, payload: fields }, window: windowIn({}) };
  const { offset, maxChars, ...payload } = fields;
  return { action: { type, payload }, window: windowIn({ offset, maxChars }) };
};
