const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '#');

/** They say the same, be it with other numbers: versions, times, how often. */
export const isAlike = (one: string, other: string): boolean => withoutNumbers(one) === withoutNumbers(other);
