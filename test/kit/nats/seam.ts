import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createFrameReader, type Frame, matches } from './frames.js';

/** A connection's subscriptions, read from its frames. */
class Subscriptions {
  readonly #subjects = new Map<string, string>();
  /** Messages before the server ends a subscription (UNSUB with a maximum). */
  readonly #left = new Map<string, number>();

  sent({ verb, words }: Frame): void {
    if (verb === 'SUB') this.#subjects.set(words.at(-1) ?? '', words[0] ?? '');
    if (verb !== 'UNSUB') return;
    const [id = '', most] = words;
    if (most === undefined) this.#subjects.delete(id);
    else this.#left.set(id, Number(most));
  }

  received({ verb, words }: Frame): void {
    if (verb !== 'MSG' && verb !== 'HMSG') return;
    const id = words[1] ?? '';
    const left = (this.#left.get(id) ?? Number.POSITIVE_INFINITY) - 1;
    if (left <= 0) this.#subjects.delete(id);
    else if (Number.isFinite(left)) this.#left.set(id, left);
  }

  get subjects(): string[] {
    return [...this.#subjects.values()];
  }
}

/** The process's view. */
export type Direction = 'sent' | 'received';

export interface SeamMessage {
  subject: string;
  /** The reply subject, or ''. */
  reply: string;
  body: Buffer;
}

/** A held message continues at its release. */
export type Fate = 'hold' | 'drop' | 'watch';

/** A rule and its matches. */
export interface Caught {
  first: Promise<SeamMessage>;
  readonly count: number;
  /** Ends the rule; held messages continue in order. */
  release: () => void;
}

interface Rule {
  direction: Direction;
  subject: string;
  fate: Fate;
  /** The rule ends after that many. */
  times: number;
  says: string | undefined;
  meet: (message: SeamMessage, pass: () => void) => void;
}

const messageOf = ({ verb, words, body }: Frame): SeamMessage | undefined => {
  if (!/^H?(PUB|MSG)$/.test(verb)) return undefined;
  const lengths = verb.startsWith('H') ? 2 : 1;
  const [subject = '', ...rest] = words.slice(0, -lengths);
  const reply = (verb.endsWith('MSG') ? rest.slice(1) : rest)[0] ?? '';
  return { subject, reply, body };
};

/**
 * Sits between a process and nats-server, and holds or drops messages by subject. So a fault strikes at a step, not at
 * a time.
 */
export class NatsSeam {
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<Subscriptions>();
  readonly #rules = new Set<Rule>();
  readonly #releases = new Set<() => void>();

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  /** Listens on a port of 127.0.0.1. */
  static async start(target: URL): Promise<NatsSeam> {
    const seam = new NatsSeam(target);
    seam.#server.listen(0, '127.0.0.1');
    await once(seam.#server, 'listening');
    return seam;
  }

  /** The server through the seam. */
  get url(): URL {
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url;
  }

  get subscriptions(): string[] {
    return [...this.#connections].flatMap(({ subjects }) => subjects);
  }

  /** Decides the fate of the next `times` messages on a subject (wildcards allowed) whose body is or holds `says`. */
  on(
    fate: Fate,
    direction: Direction,
    subject: string,
    { times = 1, says }: { times?: number; says?: string } = {},
  ): Caught {
    const first = Promise.withResolvers<SeamMessage>();
    const held: (() => void)[] = [];
    let count = 0;
    const meet = (message: SeamMessage, pass: () => void) => {
      count += 1;
      if (count === times) this.#rules.delete(rule);
      if (fate === 'hold') held.push(pass);
      first.resolve(message);
    };
    const rule: Rule = { direction, subject, fate, times, says, meet };
    const release = () => {
      this.#rules.delete(rule);
      this.#releases.delete(release);
      for (const pass of held.splice(0)) pass();
    };
    this.#rules.add(rule);
    this.#releases.add(release);
    return {
      first: first.promise,
      get count() {
        return count;
      },
      release,
    };
  }

  releaseAll(): void {
    for (const release of [...this.#releases]) release();
  }

  /** Breaks the connection, as a network does. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.#rules.clear();
    this.#releases.clear();
    this.#server.close();
    this.cut();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const subscriptions = new Subscriptions();
    this.#connections.add(subscriptions);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#connections.delete(subscriptions);
        other.destroy();
      });
    }
    this.#pump(client, server, 'sent', (frame) => subscriptions.sent(frame));
    this.#pump(server, client, 'received', (frame) => subscriptions.received(frame));
  }

  #pump(from: Socket, to: Socket, direction: Direction, see: (frame: Frame) => void): void {
    const read = createFrameReader((frame) => {
      see(frame);
      this.#pass(frame, direction, () => to.write(frame.bytes));
    });
    from.on('data', read);
  }

  #pass(frame: Frame, direction: Direction, write: () => void): void {
    const message = messageOf(frame);
    const rules = message ? [...this.#rules].filter((rule) => isAbout(rule, direction, message)) : [];
    if (!message || rules.length === 0) return void write();
    const seize = rules.find(({ fate }) => fate !== 'watch');
    for (const rule of rules) if (rule.fate === 'watch') rule.meet(message, () => undefined);
    if (seize) seize.meet(message, write);
    else write();
  }
}

const isAbout = (rule: Rule, direction: Direction, { subject, body }: SeamMessage): boolean =>
  rule.direction === direction &&
  matches(rule.subject, subject) &&
  (rule.says === undefined || body.toString('latin1').includes(rule.says));
