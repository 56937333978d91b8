import type { Bundle, Z } from './platform.js';

/**
 * Copies a stored result to Zapier, when a later step uses it. The link needs no key, so none is in the Zap's data.
 * Throws if the result is gone.
 */
export const copyFile = async (z: Z, { inputData: { url } }: Bundle<{ url: string }>): Promise<string> => {
  const answer = await z.request({ url, raw: true, skipThrowForStatus: true });
  if (answer.status === 404)
    throw new z.errors.Error(
      'The file is gone: the service keeps results for 7 days at most. Use the file sooner, or capture the page again.',
      'not_found',
      404,
    );
  if (answer.status >= 400)
    throw new z.errors.Error(
      `The file cannot be read: ${new URL(url).host} answered ${answer.status}. Try the link of the earlier step in a browser.`,
      'file',
      answer.status,
    );
  return z.stashFile(answer);
};
