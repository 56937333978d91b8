import { createServer } from 'node:net';

/** Below `make run`'s and ephemeral ports, above ports that `fetch` refuses. */
const [lowest, count] = [11_000, 9000];

let next = Math.floor(Math.random() * count);

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of 127.0.0.1 for the next process; never the same twice. */
export const unusedPort = async (): Promise<number> => {
  for (;;) {
    next = (next + 1) % count;
    const port = lowest + next;
    if (await canListen(port)) return port;
  }
};
