import type { ClientRequestArgs, IncomingMessage, ServerResponse } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: forwards requests of browsers over the guarded connector
import { Agent, type ClientRequest, request as requestUpstream } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Destination, EgressRoute } from '@tintype/runtime';
import { type AbsoluteTarget, endToEndHeaders, readAbsoluteTarget } from './http-message.js';

interface ForwardOptions {
  connector: EgressRoute;
  maxHeaderBytes: number;
}

interface PinnedArgs extends ClientRequestArgs {
  pinned: { key: string; connect: () => Promise<Socket> };
}

const pinnedOf = (options: ClientRequestArgs | undefined) => (options as PinnedArgs).pinned;

/**
 * The upstream connections of one client connection. No other client shares them, so the browser sees what it would see
 * without a proxy. When the server closes, the browser's connection closes too, and the browser retries. The
 * agent's key for a connection has the addresses that the guard judged for a request.
 */
class ClientConnections {
  readonly #client: Socket;
  // No subclass: node:http loads after the start-up snapshot, so nothing can extend a class of it earlier.
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 1 });
  #active = 0;

  constructor(client: Socket) {
    this.#client = client;
    this.agent.getName = (options) => pinnedOf(options).key;
    this.agent.createConnection = (options, callback) => this.#connect(options, callback);
    client.once('close', () => this.agent.destroy());
  }

  begin(response: ServerResponse): void {
    this.#active += 1;
    response.once('close', () => {
      this.#active -= 1;
    });
  }

  #connect(options: ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    const connected = (socket: Socket) => {
      socket.once('close', () => {
        if (this.#active === 0) this.#client.destroySoon();
      });
      callback?.(null, socket);
    };
    pinnedOf(options)
      .connect()
      .then(connected, (error: Error) => callback?.(error, undefined as never))
      .catch(() => this.#client.destroy());
  }
}

const proxyLoginWanted = 407;

/** Node parses any bytes in a status message, but throws when it sends some of them. */
const sendableMessage = (message = '') => (/^[\t\x20-\x7e\x80-\xff]*$/.test(message) ? message : '');

const respond = (outgoing: ClientRequest, incoming: IncomingMessage, response: ServerResponse) => {
  const { statusCode: status = 0 } = incoming;
  // 101 without Upgrade arrives as an ordinary response, and browsers would wait for more.
  if (status < 200) throw new Error('The response is not final.');
  // Only a proxy on the way sends this status, and the browser would take it for ours.
  if (status === proxyLoginWanted) throw new Error('The proxy refuses the login.');
  const headers = endToEndHeaders(incoming.rawHeaders);
  if (!outgoing.shouldKeepAlive) headers.push('Connection', 'close');
  response.sendDate = false;
  response.writeHead(status, sendableMessage(incoming.statusMessage), headers);
  // Server-sent events: the body may come much later than its head.
  response.flushHeaders();
  incoming.pipe(response);
};

/** Relays the response. An incomplete or invalid one closes the client's connection. */
const relay = (outgoing: ClientRequest, response: ServerResponse, client: Socket) => {
  const end = () => client.destroy();
  response.on('error', end);
  outgoing.on('error', end);
  // Node emits only `close` when a response switches protocols unasked.
  outgoing.once('close', () => {
    if (!response.headersSent) end();
  });
  outgoing.once('response', (incoming) => {
    incoming.on('error', end);
    incoming.once('close', () => {
      if (!incoming.complete) end();
    });
    try {
      respond(outgoing, incoming, response);
    } catch {
      // Node may refuse to send what it parsed. Thrown out of this handler, the error would end the process.
      incoming.destroy();
      end();
    }
  });
};

const requestHeaders = (request: IncomingMessage, target: AbsoluteTarget, login: string | undefined) => [
  'Host',
  target.authority,
  ...(login === undefined ? [] : ['Proxy-Authorization', login]),
  // Browsers send this header at this place. Node would append it, and sites recognise the order.
  'Connection',
  'keep-alive',
  ...endToEndHeaders(request.rawHeaders, ['host']),
  // Node would send the body of a GET unframed, and the server would parse it as the next request.
  ...(request.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']),
];

/** Forwards requests in absolute form, which browsers send for plain http. */
export const createForwardHandler = ({ connector, maxHeaderBytes }: ForwardOptions) => {
  const connectionsByClient = new WeakMap<Socket, ClientConnections>();

  const connectionsOf = (client: Socket) => {
    const connections = connectionsByClient.get(client) ?? new ClientConnections(client);
    connectionsByClient.set(client, connections);
    return connections;
  };

  const send = async (request: IncomingMessage, response: ServerResponse, target: AbsoluteTarget) => {
    const clientLeft = new AbortController();
    response.once('close', () => clientLeft.abort(new Error('The client left.')));
    const connections = connectionsOf(request.socket);
    connections.begin(response);
    const { forwarding } = connector;
    const destination: Destination = { kind: 'forward', hostname: target.hostname, port: target.port };
    const addresses = await connector.check(destination, clientLeft.signal);
    const key = [target.authority, ...addresses.map(({ address }) => address).sort()].join(' ');
    const options: PinnedArgs = {
      agent: connections.agent,
      pinned: { key, connect: () => connector.connect(destination, addresses, clientLeft.signal) },
      method: request.method,
      path: forwarding ? `http://${target.authority}${target.path}` : target.path,
      headers: requestHeaders(request, target, forwarding?.login),
      maxHeaderSize: maxHeaderBytes,
    };
    const outgoing = requestUpstream(options);
    outgoing.once('response', ({ statusCode }) => {
      if (statusCode === proxyLoginWanted) forwarding?.onLoginRefused(destination);
    });
    relay(outgoing, response, request.socket);
    response.once('close', () => {
      if (!response.writableFinished) outgoing.destroy();
    });
    request.pipe(outgoing);
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = readAbsoluteTarget(request.url ?? '');
    if (!target) {
      response.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
      return;
    }
    try {
      await send(request, response, target);
    } catch {
      // No response: our text must never become a client's picture.
      request.socket.destroy();
    }
  };
};
