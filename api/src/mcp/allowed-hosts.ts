import { isIP } from 'node:net';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { TintypeError } from '@tintype/contracts';

const hostNameOf = (host: string): string => URL.parse(`http://${host}/`)?.hostname ?? '';

/** DNS rebinding needs a name: a page cannot make a browser send an address that it does not connect to. */
const isSafeByItself = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost');

const refusal = (header: string, advice: string) =>
  new TintypeError('foreign_host', `The header \`${header}\` names another host. ${advice}`);

/**
 * Refuses what pages of other sites send (`foreign_host`). The host must be an address, `localhost` or that of a configured
 * URL. An origin, which only browsers send, must have the same host or that of a configured URL; its port is free.
 */
export const createHostCheck = (urls: readonly (URL | undefined)[]) => {
  const configured = urls.flatMap((url) => url?.hostname ?? []);
  return ({ host, origin }: { host: string; origin: string }): void => {
    const hostname = hostNameOf(host);
    const known = isSafeByItself(hostname) ? [...configured, hostname] : configured;
    if (!validateHostHeader(host, known).ok)
      throw refusal('Host', 'Set TINTYPE_MCP_URL to the URL of this service, or use its IP address.');
    if (!validateOriginHeader(origin, known).ok)
      throw refusal('Origin', 'Connect from a program instead of a page, or from a page of this service.');
  };
};
