import { pathToFileURL } from 'node:url';
import { npmFile } from '../../kit/programs/npm-packages.js';

export type CountTokens = (text: string) => number;

/** The encoding of OpenAI's models since GPT-4o. No public tokenizer of other vendors is as recent. */
export const loadTokenizer = async (): Promise<CountTokens> => {
  const file = npmFile('tokenizer', 'esm/encoding/o200k_base.js');
  const { countTokens } = (await import(pathToFileURL(file).href)) as { countTokens: CountTokens };
  return countTokens;
};
