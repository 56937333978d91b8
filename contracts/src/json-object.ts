/** An object of JSON, its values unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** False for lists and null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In JSON, null and "" count as absent. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
