import { codec, Fault, type JsonForm, jsonForms } from './codecs.js';

const base64Pattern = '^[A-Za-z0-9+/_-]+={0,2}$';

const fromBase64Url = (encoded: string): string | undefined => {
  if (!new RegExp(base64Pattern).test(encoded)) return undefined;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    return decoder.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

const base64Schema = { type: 'string', pattern: base64Pattern };

/** What the option takes, for messages. Only URLs need base64url, because JSON carries the value itself. */
const clauseOf = (what: string) => `${what} (in a URL: base64url)`;

/**
 * Reads text that matches `pattern`, in base64url or base64, with or without padding. `faultOf` returns the predicate of
 * a `Fault` for text that does not match.
 */
export const base64Url = (what: string, pattern: RegExp, faultOf?: (text: string) => string | undefined) => {
  const text = codec(clauseOf(what), base64Schema, (encoded) => {
    const decoded = fromBase64Url(encoded);
    if (decoded === undefined || pattern.test(decoded)) return decoded;
    const predicate = faultOf?.(decoded);
    return predicate === undefined ? undefined : new Fault(predicate);
  });
  jsonForms.add(text, { kind: 'text', schema: { type: 'string' } });
  return text;
};

/** Reads any text that is not empty, in base64url or base64. Line breaks are valid. JSON carries the text itself. */
export const base64Text = (what: string, maxBytes: number) => {
  const text = codec(clauseOf(`${what} of up to ${maxBytes / 1024} KiB`), base64Schema, (encoded) => {
    const decoded = fromBase64Url(encoded);
    return decoded && new TextEncoder().encode(decoded).length <= maxBytes ? decoded : undefined;
  });
  jsonForms.add(text, { kind: 'text', schema: { type: 'string' } });
  return text;
};

/** Undefined if the text is not JSON. */
const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export interface JsonValue<T> {
  /** What the option takes, for messages. */
  what: string;
  /** In characters of JSON. */
  maxLength: number;
  /** Returns undefined, or a `Fault`, if the value is not what `what` names. */
  read: (value: unknown) => T | Fault | undefined;
  /** JSON Schema of the value that JSON carries. */
  valueSchema: JsonForm['schema'];
}

/** Reads JSON in base64url or base64. A JSON body carries the value itself. */
export const base64Json = <T>({ what, maxLength, read, valueSchema }: JsonValue<T>) => {
  const json = codec(clauseOf(what), base64Schema, (encoded) => {
    const decoded = fromBase64Url(encoded);
    if (decoded !== undefined && decoded.length > maxLength)
      return new Fault(`has ${decoded.length} characters of JSON: send at most ${maxLength}`);
    const value = decoded === undefined ? undefined : parsedJson(decoded);
    return value === undefined ? undefined : read(value);
  });
  jsonForms.add(json, { kind: 'json', schema: valueSchema });
  return json;
};
