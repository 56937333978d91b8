import { numberFault } from '../../components/labels.js';
import type { ActionEntry, PropertyEntry } from '../../service/tables.js';

/** Fields of the form of an action, by name. */
export type PayloadTexts = Readonly<Record<string, string>>;

export interface ReadPayload {
  /** Without fields that are empty or have their default. */
  payload: Record<string, unknown>;
  /** A sentence for each field that cannot be read, by name. */
  faults: Readonly<Record<string, string>>;
}

const isJson = ({ type }: PropertyEntry): boolean => type === 'array' || type === 'object' || type === 'any';

/** Throws a sentence for people. */
const readText = (property: PropertyEntry, text: string): unknown => {
  const { type } = property;
  if (type === 'boolean') return text === 'true';
  if (type === 'integer' || type === 'number') {
    if (!Number.isFinite(Number(text))) throw new Error(numberFault(property));
    return Number(text);
  }
  if (!isJson(property)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`This takes JSON, such as ${type === 'array' ? '["Shift"]' : '{"width": 800, "height": 600}'}.`);
  }
};

export const readPayload = (action: ActionEntry, texts: PayloadTexts): ReadPayload => {
  const payload: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const property of action.payload) {
    const { name } = property;
    const text = texts[name] ?? '';
    if (text === '' || text === String(property.default)) continue;
    try {
      payload[name] = readText(property, text);
    } catch (error) {
      faults[name] = (error as Error).message;
    }
  }
  return { payload, faults };
};
