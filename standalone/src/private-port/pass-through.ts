// biome-ignore lint/style/noRestrictedImports: ports of our own programs on 127.0.0.1
import { type RequestListener, request } from 'node:http';

/** Hands requests to the same path on a port of this machine, and its answers back. 503 when nobody answers. */
export const passThrough =
  (port: number): RequestListener =>
  (incoming, response) => {
    const { method, url, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers });
    const fail = () => {
      if (response.headersSent) return response.destroy();
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
      return response.end(JSON.stringify({ ok: false }));
    };
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', fail).pipe(response);
    });
    outgoing.on('error', fail);
    response.on('close', () => outgoing.destroy());
    incoming.on('error', fail).pipe(outgoing);
  };
