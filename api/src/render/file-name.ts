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

/** Two steps: one regular expression would be quadratic on long runs. */
const trimmed = (name: string) => {
  let end = name.length;
  while (/[.\s-]/.test(name[end - 1] ?? '')) end -= 1;
  return name.slice(0, end).replace(/^[.\s-]+/, '');
};

/** Characters of a cleaned name. */
export const maxNameLength = 150;

/**
 * UTF-8 bytes of a cleaned name. File systems, and stores over them, take 255: the rest is for an extension and a
 * batch's number.
 */
export const maxNameBytes = 240;

const encoder = new TextEncoder();
const bytes = new Uint8Array(maxNameBytes);

/** The beginning of a name, in whole characters. */
export const cutName = (name: string, maxLength: number, maxBytes: number): string => {
  const { read } = encoder.encodeInto(name.slice(0, maxLength), bytes.subarray(0, maxBytes));
  // Drops half of a surrogate pair.
  return name.slice(0, read).replace(/\p{Cs}/gu, '');
};

/** Replaces what file systems, headers or shells treat specially. Empty for a name of dots and spaces only. */
export const cleanName = (name: string): string =>
  trimmed(cutName(trimmed(name.slice(0, 1000).replace(/[\p{Cc}"*/:<>?\\|]+/gu, '-')), maxNameLength, maxNameBytes));

/** The decoded path; the raw one if its escapes are not UTF-8. */
const readable = (pathname: string): string => {
  try {
    return decodeURIComponent(pathname.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return pathname;
  }
};

const fromUrl = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return cleanName(`${hostname}${readable(pathname)}`) || 'page';
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

/** All names that `withExtension` may make of a name. Two names collide if a type makes them equal. */
export const possibleNames = (name: string): string[] => [name, ...allExtensions.map((each) => `${name}.${each}`)];

/** The download name with its extension: the client's `fileName`, or one made from the URL. */
export const fileNameOf = (options: { url: string; fileName?: string | undefined }, contentType: string): string =>
  withExtension((options.fileName && cleanName(options.fileName)) || fromUrl(options.url), contentType);

/** `Content-Disposition` of RFC 6266: an ASCII name for old clients, and the real one. */
export const contentDisposition = (fileName: string): string => {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replaceAll('"', '');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return ascii === fileName
    ? `inline; filename="${ascii}"`
    : `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
