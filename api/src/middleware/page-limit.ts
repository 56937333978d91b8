import { z } from 'zod';

/** The parameter `limit` of a list: how many `rows` a page has at most, such as 'Sessions'. */
export const pageLimit = (rows: string, { max, usual }: { max: number; usual: number }) => {
  const isLimit = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  return z
    .string()
    .refine(isLimit, { error: `a whole number from 1 to ${max}` })
    .transform(Number)
    .default(usual)
    .meta({
      description: `${rows} per page at most.`,
      override: { type: 'integer', minimum: 1, maximum: max, default: usual },
    });
};
