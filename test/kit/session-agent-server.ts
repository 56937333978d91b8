import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type AgentCall, activateOrderSchema, agentPaths, type PodRecord, sessionOfToken } from '@tintype/contracts';
import { agentCalls } from '@tintype/contracts/testing';
import { type ActivateOrder, ActivateRefused } from '@tintype/operator/testing';

/** What a session's pod does when it is called. What throws but a refusal is a call without an answer. */
export interface AgentProgram {
  activate: (order: ActivateOrder) => { startedAt: string };
  confirm: (session: string) => boolean;
  close: (session: string) => PodRecord;
}

export interface AgentServer {
  port: number;
  close: () => void;
}

interface Reply {
  status: number;
  body?: object;
}

/** Whoever has no token learns nothing, not even what there is. */
const refused: Reply = {
  status: 401,
  body: { code: 'invalid_credentials', error: 'The credentials are missing or wrong.' },
};

const orderOf = (session: string, body: unknown): ActivateOrder => ({ session, ...activateOrderSchema.parse(body) });

const answer = async (program: AgentProgram, call: AgentCall, request: IncomingMessage, session: string) => {
  switch (call) {
    case 'activate':
      return program.activate(orderOf(session, await json(request)));
    case 'confirm':
      return { confirmed: program.confirm(session) };
    case 'close':
      return program.close(session);
  }
};

const replyTo = async (program: AgentProgram, podKey: string, request: IncomingMessage): Promise<Reply> => {
  if (request.url === agentPaths.health) return { status: 200, body: { ready: true } };
  const [, session = '', name = ''] = /^\/sessions\/([^/]+)\/([a-z]+)$/.exec(request.url ?? '') ?? [];
  const call = agentCalls.find((each) => each === name);
  if (!call || request.method !== 'POST') return refused;
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (sessionOfToken(podKey, token, { purpose: call, now: Date.now() }) !== session) return refused;
  try {
    return { status: 200, body: await answer(program, call, request, session) };
  } catch (error) {
    if (error instanceof ActivateRefused) return { status: 409, body: { refused: error.refusal } };
    throw error;
  }
};

const send = (response: ServerResponse, { status, body = {} }: Reply) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Serves the protocol of a session's pod on 127.0.0.1, as the program in it does: it knows its own key and no other. */
export const serveSessionAgent = async (program: AgentProgram, podKey: string, at = 0): Promise<AgentServer> => {
  const server = createServer((request, response) => {
    replyTo(program, podKey, request).then(
      (reply) => send(response, reply),
      () => request.socket.destroy(),
    );
  });
  server.unref().listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port, close };
};
