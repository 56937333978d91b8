import { isJsonObject, type JsonObject } from '@tintype/contracts';

const typesOf = (property: unknown): unknown[] => (isJsonObject(property) ? [property.type].flat() : []);

const readAs = (types: readonly unknown[], text: string): unknown => {
  if (types.includes('string')) return text;
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  const isNumber = types.includes('number') || types.includes('integer');
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

/**
 * Models sometimes write numbers, `true` and `false` as text. Converts such text to the type that the field has in
 * `properties`, the JSON schemas of the fields. Leaves out null, which models with strict schemas send for every
 * optional argument.
 */
export const lenientValues = (values: JsonObject, properties: JsonObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === 'string' ? readAs(typesOf(properties[name]), value) : value]),
  );
