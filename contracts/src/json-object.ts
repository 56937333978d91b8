/** A JSON object whose values are not checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** False for arrays and null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** False for undefined, null and "": in a JSON body, these count as absent. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
