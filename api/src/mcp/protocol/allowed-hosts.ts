import { isIP } from 'node:net';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { TintypeError } from '@tintype/contracts';

export interface KnownHosts {
  /** The configured addresses of this service. */
  urls: readonly (URL | undefined)[];
  /** Names without a port; `*.example.com` stands for every name below `example.com`. */
  names: readonly string[];
}

/** The host name without port and final dot. Empty if the host is invalid. */
const hostNameOf = (host: string): string => URL.parse(`http://${host}/`)?.hostname.replace(/\.$/, '') ?? '';

/** Whether the header has only a host, perhaps with a port. `URL.parse` would also take users and paths. */
const isHost = (host: string): boolean => /^[^@/\\?#]+$/.test(host);

/**
 * Whether the host is safe without a list. DNS rebinding needs a domain name. A browser sends an IP address as `Host`
 * only to that address.
 */
const isSafeByItself = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost');

const refusal = (header: string, advice: string) =>
  new TintypeError('foreign_host', `The header \`${header}\` names another host. ${advice}`);

/**
 * Creates a check that throws `foreign_host` for requests from pages of other sites. The host must be an IP address,
 * `localhost` or a known host. Only browsers send an origin. It must have the same host or a known one, at any port.
 */
export const createHostCheck = ({ urls, names }: KnownHosts) => {
  const configured = [...urls.flatMap((url) => url?.hostname ?? []), ...names.filter((name) => !name.startsWith('*.'))];
  const suffixes = names.flatMap((name) => (name.startsWith('*.') ? name.slice(1) : []));
  const isAcceptedByRule = (hostname: string) =>
    isSafeByItself(hostname) || suffixes.some((suffix) => hostname.endsWith(suffix));
  return ({ host, origin }: { host: string; origin: string }): void => {
    const hostname = hostNameOf(host);
    const allowed = isAcceptedByRule(hostname) ? [...configured, hostname] : configured;
    if (!isHost(host) || !validateHostHeader(hostname, allowed).ok)
      throw refusal('Host', 'Add it to TINTYPE_MCP_HOSTS, or use the IP address of this service.');
    if (!validateOriginHeader(origin, allowed).ok)
      throw refusal('Origin', 'Connect from a program instead of a page, or from a page of this service.');
  };
};
