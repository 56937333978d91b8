const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'application/json': 'json',
};

/** Not one pattern for both ends: in a long run of such characters it would look for the end from each of them. */
const trimmed = (name: string) => {
  let end = name.length;
  while (/[.\s-]/.test(name[end - 1] ?? '')) end -= 1;
  return name.slice(0, end).replace(/^[.\s-]+/, '');
};

/** A name that every file system takes; an extension of the same kind is not added twice. */
const clean = (name: string) =>
  trimmed(name.slice(0, 1000).replace(/[\p{Cc}"*/:<>?\\|]+/gu, '-'))
    .slice(0, 150)
    // Half of a character that was cut in two.
    .replace(/\p{Cs}/gu, '');

/** A path as people read it, or as it stands where its escapes are not UTF-8. */
const readable = (pathname: string): string => {
  try {
    return decodeURIComponent(pathname.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return pathname;
  }
};

const fromUrl = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return clean(`${hostname}${readable(pathname)}`) || 'page';
};

/** The download name of a result: what the client asked for, or one made from the page's URL; with its extension. */
export const fileNameOf = (options: { url: string; fileName?: string | undefined }, contentType: string): string => {
  const [type = ''] = contentType.split(';');
  const extension = extensions[type] ?? 'bin';
  const name = (options.fileName && clean(options.fileName)) || fromUrl(options.url);
  const has = [extension, extension === 'jpg' ? 'jpeg' : extension].some((each) =>
    name.toLowerCase().endsWith(`.${each}`),
  );
  return has ? name : `${name}.${extension}`;
};

/** `Content-Disposition` of RFC 6266: an ASCII name for old clients, the real one beside it. */
export const contentDisposition = (fileName: string): string => {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replaceAll('"', '');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return ascii === fileName
    ? `inline; filename="${ascii}"`
    : `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
