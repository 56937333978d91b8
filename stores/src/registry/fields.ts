/** The fields of an object; a list has none. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As an API server has it, null is nothing. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null;
