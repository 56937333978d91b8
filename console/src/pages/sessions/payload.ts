import type { ActionEntry, PropertyEntry } from '../../service/tables.js';

/** Fields of the form of an action, by name. */
export type PayloadTexts = Readonly<Record<string, string>>;

const isJson = ({ type }: PropertyEntry): boolean => type === 'array' || type === 'object' || type === 'any';

const readText = (property: PropertyEntry, text: string): unknown => {
  const { name, type } = property;
  if (type === 'boolean') return text === 'true';
  if (type === 'integer' || type === 'number') {
    if (!Number.isFinite(Number(text))) throw new Error(`${name} takes a number.`);
    return Number(text);
  }
  if (!isJson(property)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} takes JSON, such as ${type === 'array' ? '["Shift"]' : '{"width": 800, "height": 600}'}.`);
  }
};

/** The payload without fields that are empty or have their default. Throws a sentence for people. */
export const payloadOf = ({ payload }: ActionEntry, texts: PayloadTexts): Record<string, unknown> =>
  Object.fromEntries(
    payload
      .map((property) => [property, texts[property.name] ?? ''] as const)
      .filter(([property, text]) => text !== '' && text !== String(property.default))
      .map(([property, text]) => [property.name, readText(property, text)]),
  );
