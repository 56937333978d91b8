import { extname } from 'node:path';
import type { Endpoint } from '@tintype/client';
import { CommandError } from '../failures.js';
import { isFolder } from './output-file.js';

/** The types of `-X type`, the usual one first; for the others, what the endings mean. */
const written: Readonly<Record<Endpoint, readonly string[]>> = {
  image: ['png', 'jpeg', 'webp', 'avif'],
  pdf: ['pdf'],
  content: ['md', 'html', 'txt'],
  metadata: ['json'],
  animated: ['gif', 'mp4', 'webm'],
};

const sameAs: Readonly<Record<string, string>> = { jpg: 'jpeg', htm: 'html', markdown: 'md', tif: 'tiff' };
const known = new Set([...Object.values(written).flat(), 'bmp', 'tiff', 'svg', 'heic', 'mov', 'docx']);

const typeIn = (text: string): string => sameAs[text.toLowerCase()] ?? text.toLowerCase();

/** The type that an ending names; undefined for other endings. Throws where the endpoint cannot write it. */
export const typeOfOutput = (endpoint: Endpoint, output: string | undefined): string | undefined => {
  const type = output === undefined || isFolder(output) ? '' : typeIn(extname(output).slice(1));
  if (written[endpoint].includes(type)) return type;
  if (!known.has(type)) return undefined;
  throw new CommandError(
    `\`-o ${output}\` does not fit: ${endpoint} makes ${written[endpoint].join(', ')}. Choose another ending.`,
    'usage',
  );
};

interface Chosen {
  output?: string;
  X: Readonly<Record<string, string>>;
}

/** `-X type` for the ending of `-o`. A preset may have another type, so the ending then always sets it. */
export const typeByOutput = (endpoint: Endpoint, { output, X }: Chosen): Record<string, string> => {
  const type = typeOfOutput(endpoint, output);
  if (type === undefined || (endpoint !== 'image' && endpoint !== 'animated')) return {};
  if (X.type === undefined) return type === written[endpoint][0] && X.preset === undefined ? {} : { type };
  if (typeIn(X.type) === type) return {};
  throw new CommandError(`\`-o ${output}\` contradicts \`-X type=${X.type}\`. Change one of them.`, 'usage');
};
