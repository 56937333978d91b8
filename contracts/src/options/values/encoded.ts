import { codec, Fault, type JsonForm, jsonForms } from './codecs.js';

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

/** What the option takes, for messages. Only URLs need base64url: JSON carries the value itself. */
const inUrls = (what: string) => `${what} (in a URL: base64url)`;

/** Text that matches `pattern`, in base64url or base64, with or without padding. `explain` says why it does not match. */
export const base64Url = (what: string, pattern: RegExp, explain?: (text: string) => string | undefined) => {
  const text = codec(inUrls(what), schema, (encoded) => {
    const decoded = fromBase64Url(encoded);
    if (decoded === undefined || pattern.test(decoded)) return decoded;
    const predicate = explain?.(decoded);
    return predicate === undefined ? undefined : new Fault(predicate);
  });
  jsonForms.add(text, { kind: 'text', schema: { type: 'string' } });
  return text;
};

/** Any text, with line breaks. JSON carries the text itself. */
export const base64Text = (what: string, maxBytes: number) => {
  const text = codec(inUrls(`${what} of up to ${maxBytes / 1024} KiB`), schema, (encoded) => {
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
  /** For "takes <what>". */
  what: string;
  /** In characters of JSON. */
  maxLength: number;
  /** Undefined if the value is not what `what` names. */
  read: (value: unknown) => T | Fault | undefined;
  /** JSON Schema of the value. */
  schema: JsonForm['schema'];
}

/** Base64url of JSON. JSON carries the value itself. */
export const base64Json = <T>({ what, maxLength, read, schema: form }: JsonValue<T>) => {
  const json = codec(inUrls(what), schema, (encoded) => {
    const decoded = fromBase64Url(encoded);
    if (decoded !== undefined && decoded.length > maxLength)
      return new Fault(`has ${decoded.length} characters of JSON: send at most ${maxLength}`);
    const value = decoded === undefined ? undefined : jsonIn(decoded);
    return value === undefined ? undefined : read(value);
  });
  jsonForms.add(json, { kind: 'json', schema: form });
  return json;
};
