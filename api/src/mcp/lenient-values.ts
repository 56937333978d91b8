import { isRecord } from './shorten.js';

type Properties = Readonly<Record<string, unknown>>;

const typesOf = (property: unknown): unknown[] => (isRecord(property) ? [property.type].flat() : []);

const readAs = (types: readonly unknown[], text: string): unknown => {
  if (types.includes('string')) return text;
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  const isNumber = types.includes('number') || types.includes('integer');
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

/** Models write numbers, `true` and `false` as text at times. Reads them as the properties of the JSON schema say. */
export const lenientValues = (values: Readonly<Record<string, unknown>>, properties: Properties) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? readAs(typesOf(properties[name]), value) : value,
    ]),
  );
