import type { RenderRequest, ReportedFile } from '@tintype/client';
import { clientOf } from './connection.js';
import { explained } from './failures.js';
import { inputFieldGroups, inputFields } from './fields.generated.js';
import { copyFile } from './files.js';
import type { Bundle, OutputField, Z } from './platform.js';

type FileEndpoint = 'image' | 'pdf' | 'animated';

/** What a later step of the Zap can use. Nothing in it is a credential of the account. */
export interface Captured {
  /** A link for anybody, as long as the result is cached. */
  url: string;
  /** Text that Zapier turns into a file. */
  file: string;
  fileName: string;
  contentType: string;
  bytes: number;
  fromCache: boolean;
  credits: number;
  warnings: string[];
  /** The page's own HTTP status. */
  targetStatus: number | null;
}

const outputFields: readonly OutputField[] = [
  { key: 'file', label: 'File', type: 'file' },
  { key: 'url', label: 'Link to the File' },
  { key: 'fileName', label: 'File Name' },
  { key: 'contentType', label: 'Content Type' },
  { key: 'bytes', label: 'Size in Bytes', type: 'integer' },
  { key: 'fromCache', label: 'From the Cache', type: 'boolean' },
  { key: 'credits', label: 'Credits', type: 'integer' },
  { key: 'warnings', label: 'Warnings', list: true },
  { key: 'targetStatus', label: 'HTTP Status of the Page', type: 'integer' },
];

/** A bare `%` in a name is no encoding: the name then stays as it is. */
export const nameIn = (url: string): string => {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const capture = (endpoint: FileEndpoint) => (z: Z, bundle: Bundle) =>
  explained(z, bundle, async (): Promise<Captured> => {
    // A preset may redirect to the account's storage, whose objects may be private. The link of the service opens for anybody.
    const ownFile = bundle.inputData.preset ? { s3Redirect: false } : {};
    // The service checks the fields, and says which is wrong.
    const request = { ...bundle.inputData, ...ownFile, endpoint } as RenderRequest;
    const { results, warnings, targetStatus } = await clientOf(bundle).renderReport(request);
    // The failure of a single output is the error of the request.
    const { url, contentType, bytes, cache, credits } = results[0] as ReportedFile;
    const file = z.dehydrateFile(copyFile, { url });
    const facts = { contentType, bytes, credits, fromCache: cache === 'HIT' };
    return { file, url, fileName: nameIn(url), ...facts, warnings, targetStatus };
  });

const sampleUrl = 'https://tintype.example.com/files/token/';

const sampleOf = (fileName: string, contentType: string): Captured => ({
  ...{ file: sampleUrl + fileName, url: sampleUrl + fileName },
  fileName,
  contentType,
  bytes: 48_213,
  fromCache: false,
  credits: 1,
  warnings: [],
  targetStatus: 200,
});

interface Words {
  noun: string;
  label: string;
  description: string;
}

const createOf = (endpoint: FileEndpoint, { noun, label, description }: Words, sample: Captured) => ({
  key: `capture_${endpoint}`,
  noun,
  display: { label, description },
  operation: {
    inputFields: inputFields[endpoint],
    inputFieldGroups,
    perform: capture(endpoint),
    outputFields,
    sample,
  },
});

export const captures = {
  capture_image: createOf(
    'image',
    {
      noun: 'Image',
      label: 'Capture Image',
      description: 'Takes a picture of a web page, or of your own HTML or Markdown.',
    },
    sampleOf('example.com.png', 'image/png'),
  ),
  capture_pdf: createOf(
    'pdf',
    {
      noun: 'PDF',
      label: 'Capture PDF',
      description: 'Prints a web page, or your own HTML or Markdown, to a PDF.',
    },
    sampleOf('example.com.pdf', 'application/pdf'),
  ),
  capture_animated: createOf(
    'animated',
    {
      noun: 'Animation',
      label: 'Capture Animation',
      description: 'Records a web page for some seconds, as a GIF or a video.',
    },
    sampleOf('example.com.gif', 'image/gif'),
  ),
};
