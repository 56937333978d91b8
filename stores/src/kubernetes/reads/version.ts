/**
 * Whether an API server may have answered this as a version. To it, an absent one or `0` means whatever it has, and a text
 * that is no number is a failure of its own (500).
 */
export const isVersion = (version: unknown): boolean => typeof version === 'string' && /^[1-9]\d{0,18}$/.test(version);
