import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode } from 'dns-packet';

export interface DnsReply {
  a?: readonly string[];
  aaaa?: readonly string[];
  /** No reply. */
  drop?: true;
  /** Delays the reply. */
  after?: Promise<unknown>;
}

export interface DnsServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** One reply per look-up in turn; the last repeats. Unknown names do not exist. */
  set: (name: string, ...replies: DnsReply[]) => void;
  /** A queries for the name: look-ups that no cache answered. */
  lookups: (name: string) => number;
  close: () => Promise<void>;
}

const noSuchName = 3;

const answersTo = (name: string, type: string, reply: DnsReply): Answer[] => {
  if (type === 'A') return (reply.a ?? []).map((data) => ({ type: 'A', name, ttl: 0, data }));
  if (type === 'AAAA') return (reply.aaaa ?? []).map((data) => ({ type: 'AAAA', name, ttl: 0, data }));
  return [];
};

/** A real name server on loopback, whose answers can change per query. */
export const startDnsServer = async (): Promise<DnsServer> => {
  const socket = createSocket('udp4');
  const replies = new Map<string, readonly DnsReply[]>();
  const counts = new Map<string, number>();

  const next = (name: string, type: string): DnsReply | undefined => {
    const key = `${type} ${name}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const mine = replies.get(name);
    return mine?.[Math.min(count, mine.length - 1)];
  };

  socket.on('message', async (message, sender) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    const name = question.name.toLowerCase();
    const reply = next(name, question.type);
    if (reply?.drop) return;
    await reply?.after;
    const answers = reply ? answersTo(question.name, question.type, reply) : [];
    const flags = reply ? 0 : noSuchName;
    const packet = encode({ type: 'response', id: query.id ?? 0, flags, questions: [question], answers });
    if (socketOpen) socket.send(packet, sender.port, sender.address);
  });
  let socketOpen = true;
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');

  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, ...mine) => {
      replies.set(name, mine);
      counts.delete(`A ${name}`);
      counts.delete(`AAAA ${name}`);
    },
    lookups: (name) => counts.get(`A ${name}`) ?? 0,
    close: async () => {
      socketOpen = false;
      socket.close();
      await once(socket, 'close');
    },
  };
};
