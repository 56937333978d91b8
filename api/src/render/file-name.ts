const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
  'application/json': 'json',
};

/**
 * The name without dots, blanks and hyphens at both ends. A loop cuts the end: a regular expression would take
 * quadratic time on long runs.
 */
const trimmed = (name: string) => {
  let end = name.length;
  while (/[.\s-]/.test(name[end - 1] ?? '')) end -= 1;
  return name.slice(0, end).replace(/^[.\s-]+/, '');
};

/** The most UTF-16 units of a cleaned name. */
export const maxNameLength = 150;

/**
 * The most UTF-8 bytes of a cleaned name. File systems, and object stores on top of them, take 255. The other 15 are
 * for an extension.
 */
export const maxNameBytes = 240;

const encoder = new TextEncoder();
/** Reused by each call of `cutName`. */
const encodedName = new Uint8Array(maxNameBytes);

/** The beginning of a name, in whole characters: at most `maxLength` UTF-16 units and `maxBytes` UTF-8 bytes. */
export const cutName = (name: string, maxLength: number, maxBytes: number): string => {
  const { read } = encoder.encodeInto(name.slice(0, maxLength), encodedName.subarray(0, maxBytes));
  // Drops half of a surrogate pair.
  return name.slice(0, read).replace(/\p{Cs}/gu, '');
};

/**
 * Writes `-` for characters that file systems, headers or shells treat specially. Cuts the name to both limits.
 * Empty if only dots, blanks and hyphens are left.
 */
export const cleanName = (name: string): string =>
  trimmed(cutName(trimmed(name.slice(0, 1000).replace(/[\p{Cc}"*/:<>?\\|]+/gu, '-')), maxNameLength, maxNameBytes));

/** The decoded path; the raw one if its escapes are not UTF-8. */
const decodedPath = (pathname: string): string => {
  try {
    return decodeURIComponent(pathname.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return pathname;
  }
};

const nameFromUrl = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return cleanName(`${hostname}${decodedPath(pathname)}`) || 'page';
};

/** Adds the extension of the type, unless the name has it. */
export const withExtension = (name: string, contentType: string): string => {
  const [type = ''] = contentType.split(';');
  const extension = extensions[type] ?? 'bin';
  const hasExtension = [extension, extension === 'jpg' ? 'jpeg' : extension].some((each) =>
    name.toLowerCase().endsWith(`.${each}`),
  );
  return hasExtension ? name : `${name}.${extension}`;
};

const allExtensions = [...Object.values(extensions), 'bin'];

/**
 * The name, and all names that `withExtension` may make of it. Two objects may collide if they share a possible name.
 */
export const possibleNames = (name: string): string[] => [name, ...allExtensions.map((each) => `${name}.${each}`)];

/** The download name with its extension: the client's `fileName`, or one made from the URL. */
export const fileNameOf = (options: { url: string; fileName?: string | undefined }, contentType: string): string =>
  withExtension((options.fileName && cleanName(options.fileName)) || nameFromUrl(options.url), contentType);

/** `Content-Disposition` of RFC 6266: an ASCII name for old clients, and the real one. */
export const contentDisposition = (fileName: string): string => {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replaceAll('"', '');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return ascii === fileName
    ? `inline; filename="${ascii}"`
    : `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
