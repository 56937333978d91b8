import { isIP } from 'node:net';

/** Amazon's bucket names have 3 to 63 characters without capitals and underscores; other stores take those, too. */
export const bucketPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{2,62}$/;

export const regionPattern = /^[A-Za-z0-9-]{1,40}$/;

/** The id of an access key. It has no slash, because a slash ends it in a signature. */
export const keyPattern = /^[\x21-\x2e\x30-\x7e]{1,256}$/;

/** The secret of an access key. */
export const secretPattern = /^[\x20-\x7e]{1,1024}$/;

/** A URL of http or https with host and path alone. */
export const isPlainUrl = ({ protocol, username, password, search, hash }: URL): boolean =>
  /^https?:$/.test(protocol) && !username && !password && !search && !hash;

/**
 * Whether the bucket can be a part of the host name. For any other, the client uses path style even if host style is
 * set.
 */
export const canBeInHost = (bucket: string, { hostname }: URL): boolean =>
  /^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(bucket) && isIP(hostname) === 0 && !hostname.startsWith('[');

/** Encodes a segment as signatures do (RFC 3986): `encodeURIComponent` leaves five more as they are. */
export const encodeSegment = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
