const partAt = (value: unknown, part: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined;

/** An issue of a schema is about something that is needed and not there, and not about what stands there. */
export const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.length > 0 && path.reduce(partAt, value) === undefined;
