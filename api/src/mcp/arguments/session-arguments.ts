import { createSessionBody, isJsonObject, type JsonObject, sessionActionTypes, TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import { profileNameIn } from '../../sessions/session-profiles.js';
import { windowIn } from '../answers/text-window.js';
import type { ObjectSchema, ToolArguments } from '../tool.js';
import { payloadFields } from './action-signatures.js';
import { lenientValues } from './lenient-values.js';
import { unknownArgument } from './unknown-argument.js';

const createOpenInput = (): ObjectSchema => {
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(createSessionBody, { io: 'input' });
  return schema as ObjectSchema;
};

/** The JSON schema of the arguments that open a session. */
export const openInput: ObjectSchema = createOpenInput();

/** Refuses unknown names, so that a model learns of arguments in the wrong place. `advice` ends the message. */
const refuseOthers = (args: ToolArguments, names: readonly string[], advice = '') => {
  const other = Object.keys(args).find((name) => args[name] !== null && !names.includes(name));
  if (other !== undefined) throw new TintypeError('invalid_request', unknownArgument(other, names) + advice);
};

/** Throws `invalid_request` without a session id. */
export const sessionIdIn = ({ sessionId }: ToolArguments): string => {
  if (typeof sessionId === 'string' && sessionId !== '') return sessionId;
  throw new TintypeError(
    'invalid_request',
    'The argument `sessionId` takes the id of a session: `browser_session_create` answers one.',
  );
};

/** The session id, for tools that take no other argument. Throws `invalid_request`. */
export const soleSessionIdIn = (args: ToolArguments): string => {
  refuseOthers(args, ['sessionId']);
  return sessionIdIn(args);
};

/** The session to close, and the name of the profile in which to save its login. Throws `invalid_request`. */
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

/** Parses JSON: some models send a payload, or the actions of a batch, as text. Other values stay as they are. */
const parsedIfText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const payloadIn = ({ payload: given }: ToolArguments): JsonObject => {
  const payload = parsedIfText(given) ?? {};
  if (isJsonObject(payload)) return payload;
  // In some languages, an empty list is also an empty object. Their clients send `[]` for a payload without fields.
  if (Array.isArray(payload) && payload.length === 0) return {};
  throw new TintypeError(
    'invalid_request',
    'The argument `payload` takes an object with the fields of the action, such as {"actions": […]} for batch.',
  );
};

/** Converts the payload's values as this type of action takes them. For an unknown type, only leaves out null. */
const lenientPayload = (type: unknown, payload: JsonObject): Record<string, unknown> =>
  lenientValues(payload, payloadFields(String(type)));

/** Reads a step of a batch. Without a `payload`, refuses fields beside `type`: the action would run without them. */
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

/** Refuses the arguments of a text window in a batch. */
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
  const list = parsedIfText(actions);
  if (!Array.isArray(list)) return { ...rest, actions: list };
  const steps = list.map((step) => (isJsonObject(step) ? { ...step, payload: parsedIfText(step.payload) } : step));
  refuseWindowsIn(steps);
  return { ...rest, actions: steps.map(stepIn) };
};

/** The steps of a batch as the model wrote them; none for other actions. */
export const stepsIn = ({ type, payload: given }: ToolArguments): JsonObject[] => {
  const payload = parsedIfText(given);
  const actions = type === 'batch' && isJsonObject(payload) ? parsedIfText(payload.actions) : undefined;
  return Array.isArray(actions) ? actions.map((step) => (isJsonObject(step) ? step : {})) : [];
};

/** Whether the action, or a step of the batch, asks for a picture. */
export const asksForPictures = (args: ToolArguments): boolean =>
  [args, ...stepsIn(args)].some(({ type, payload: given }) => {
    const payload = parsedIfText(given);
    return type === 'screenshot' || (isJsonObject(payload) && String(payload.screenshot) === 'true');
  });

/** The type of the action. For a batch with steps, the types of the steps, each once. */
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
