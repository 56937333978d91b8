import { codec, type JsonForm, jsonForms } from './codecs.js';

const base64Pattern = '^[A-Za-z0-9+/_-]+={0,2}$';

const fromBase64Url = (encoded: string): string | undefined => {
  if (!new RegExp(base64Pattern).test(encoded)) return undefined;
  const decoded = new TextDecoder('utf-8', { fatal: true });
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    return decoded.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

const schema = { type: 'string', pattern: base64Pattern };

/** Takes standard base64 and padding, too. JSON carries the text itself. */
export const base64Url = (what: string, pattern: RegExp) => {
  const text = codec(`${what} in base64url`, schema, (encoded) => {
    const decoded = fromBase64Url(encoded);
    return decoded !== undefined && pattern.test(decoded) ? decoded : undefined;
  });
  jsonForms.add(text, { kind: 'text', schema: { type: 'string' } });
  return text;
};

/** Any text, with line breaks. JSON carries the text itself. */
export const base64Text = (what: string, maxBytes: number) => {
  const text = codec(`${what} of up to ${maxBytes / 1024} KiB in base64url`, schema, (encoded) => {
    const decoded = fromBase64Url(encoded);
    return decoded && new TextEncoder().encode(decoded).length <= maxBytes ? decoded : undefined;
  });
  jsonForms.add(text, { kind: 'text', schema: { type: 'string' } });
  return text;
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export interface JsonValue<T> {
  /** For "takes <what> in base64url". */
  what: string;
  /** In characters of JSON. */
  maxLength: number;
  /** Undefined if it is not valid. */
  read: (value: unknown) => T | undefined;
  /** JSON Schema of the value. */
  schema: JsonForm['schema'];
}

/** Base64url of JSON. JSON carries the value itself. */
export const base64Json = <T>({ what, maxLength, read, schema: form }: JsonValue<T>) => {
  const json = codec(`${what} in base64url`, schema, (encoded) => {
    const decoded = fromBase64Url(encoded);
    const value = decoded !== undefined && decoded.length <= maxLength ? jsonIn(decoded) : undefined;
    return value === undefined ? undefined : read(value);
  });
  jsonForms.add(json, { kind: 'json', schema: form });
  return json;
};
