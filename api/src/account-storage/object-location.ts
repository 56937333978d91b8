import type { Endpoint, StorageSettings } from '@tintype/contracts';
import { cleanName, withExtension } from '../render/file-name.js';
import { encodeSegment } from '../s3/s3-address.js';

const folders: Partial<Record<Endpoint, string>> = { image: 'screenshots', animated: 'screenshots', pdf: 'pdfs' };

/** Only results with a folder are uploaded. */
export const isUploaded = (endpoint: Endpoint): boolean => folders[endpoint] !== undefined;

/** Where a test of the storage writes. */
export const testFolder = (prefix: string): string => `${prefix}${folders.image}/`;

export interface ObjectFacts {
  endpoint: Endpoint;
  /** The key of the result names an object without `fileName`. */
  key: string;
  fileName?: string | undefined;
  contentType: string;
  /** Milliseconds of the Unix epoch, when the result was stored: a second upload has the same location. */
  createdAt: number;
}

/** Slashes of `fileName` make folders. Without empty segments, `.` and `..`. */
export const objectNameOf = (fileName: string) => fileName.split('/').map(cleanName).filter(Boolean).join('/');

/** `{prefix}{screenshots|pdfs}/{yyyy}/{mm}/{dd}/{file name or key}.{ext}`, the day in UTC; below 1,024 bytes. */
export const objectKeyOf = (prefix: string, facts: ObjectFacts): string => {
  const day = new Date(facts.createdAt).toISOString().slice(0, 10).replaceAll('-', '/');
  const name = objectNameOf(facts.fileName ?? '') || facts.key;
  return `${prefix}${folders[facts.endpoint]}/${day}/${withExtension(name, facts.contentType)}`;
};

const baseOf = ({ endpoint, bucket, pathStyle, publicUrl }: PublicLocation): string => {
  if (publicUrl) return publicUrl;
  const url = new URL(endpoint);
  if (!pathStyle) url.host = `${bucket}.${url.host}`;
  return pathStyle ? `${url.href.replace(/\/$/, '')}/${bucket}` : url.href;
};

export type PublicLocation = Pick<StorageSettings, 'endpoint' | 'bucket' | 'pathStyle' | 'publicUrl'>;

export const publicUrlOf = (location: PublicLocation, objectKey: string): string =>
  `${baseOf(location).replace(/\/$/, '')}/${objectKey.split('/').map(encodeSegment).join('/')}`;
