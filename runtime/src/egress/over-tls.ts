import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
// biome-ignore lint/style/noRestrictedImports: TLS over connections that the connector opened
import { connect, type TLSSocket } from 'node:tls';

/** The server speaks no TLS, or has no certificate that this machine trusts for the host. */
export class TlsFailed extends Error {
  override name = 'TlsFailed';
}

/** Failures of the connection, not of TLS. */
const connectionFailures: readonly (string | undefined)[] = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/** Certificates name hosts without the trailing dot. TLS sends no server name for an address (RFC 6066, section 3). */
const identityOf = (hostname: string) => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(host) ? { host } : { servername: host };
};

/** Starts TLS on a connection and checks the certificate. Throws TlsFailed, the connection's error, or AbortError. */
export const overTls = async (socket: Socket, hostname: string, signal: AbortSignal): Promise<TLSSocket> => {
  const tlsSocket = connect({ socket, ALPNProtocols: ['http/1.1'], ...identityOf(hostname) });
  // This listener stays for the socket's life: an error must not end the process.
  tlsSocket.on('error', () => tlsSocket.destroy());
  try {
    await once(tlsSocket, 'secureConnect', { signal });
    return tlsSocket;
  } catch (cause) {
    tlsSocket.destroy();
    if (signal.aborted || connectionFailures.includes((cause as NodeJS.ErrnoException).code)) throw cause;
    throw new TlsFailed('The TLS handshake with the host failed.', { cause });
  }
};
