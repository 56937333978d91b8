import type { Endpoint, StorageSettings } from '@tintype/contracts';
import { cleanName, withExtension } from '../render/file-name.js';
import { encodeSegment } from '../s3/s3-address.js';

const folders: Partial<Record<Endpoint, string>> = { image: 'screenshots', animated: 'screenshots', pdf: 'pdfs' };

/** Only results with a folder are uploaded. */
export const isUploaded = (endpoint: Endpoint): boolean => folders[endpoint] !== undefined;

/** Where a test of the storage writes. */
export const testFolder = (prefix: string): string => `${prefix}${folders.image}/`;

export interface NamedResult {
  endpoint: Endpoint;
  /** The result key. It is the object's name if there is no `fileName`. */
  key: string;
  fileName?: string | undefined;
  contentType: string;
  /**
   * When the result was stored or its batch accepted, in milliseconds since the epoch. A second upload then has the
   * same location.
   */
  createdAt: number;
}

/** The object's name from `fileName`. Slashes make folders; empty segments, `.` and `..` are dropped. */
export const objectNameOf = (fileName: string) => fileName.split('/').map(cleanName).filter(Boolean).join('/');

/**
 * `{prefix}{screenshots|pdfs}/{yyyy}/{mm}/{dd}/{file name or key}.{ext}`, the day in UTC. It has fewer than 1,024
 * bytes.
 */
export const objectKeyOf = (prefix: string, result: NamedResult): string => {
  const day = new Date(result.createdAt).toISOString().slice(0, 10).replaceAll('-', '/');
  const name = objectNameOf(result.fileName ?? '') || result.key;
  return `${prefix}${folders[result.endpoint]}/${day}/${withExtension(name, result.contentType)}`;
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
