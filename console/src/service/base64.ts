/** Base64 of UTF-8, padded. */
export const base64Of = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** The url-safe alphabet, without padding. */
export const base64UrlOf = (text: string): string =>
  base64Of(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** The text of either alphabet, padded or not. Throws unless it is base64 of UTF-8. */
export const textOfBase64 = (encoded: string): string => {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
};
