import type { Exchange } from './exchange.js';
import type { StatusOptions } from './status.js';

/** Decides the fate of a call. If it throws, because server or client is gone, the call is cut. */
export type Fault = (exchange: Exchange) => void | Promise<void>;

/** No fault: for a rule before another. */
export const pass: Fault = (exchange) => exchange.pass();

/** Resets the connection before the API server sees the call. */
export const cut: Fault = (exchange) => exchange.cut();

/** Never answers, and the API server never sees the call. A watch opens without events. */
export const stall: Fault = ({ watch }) => watch?.begin();

/** Forwards the call when the promise resolves, cuts it when it rejects. */
export const hold =
  (until: Promise<unknown>): Fault =>
  async (exchange) => {
    await until;
    await exchange.pass();
  };

export const delay =
  (milliseconds: number): Fault =>
  async (exchange) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
    await exchange.pass();
  };

export const refuse =
  (status: number, options?: StatusOptions): Fault =>
  (exchange) =>
    exchange.refuse(status, options);

/** The call takes effect, but the answer is a reset, or nothing. */
export const loseAnswer =
  (by: 'cut' | 'stall' = 'cut'): Fault =>
  async (exchange) => {
    await exchange.passPart(0);
    if (by === 'cut') exchange.cut();
  };

/** The call takes effect, but the connection resets within the answer. */
export const breakAnswer: Fault = async (exchange) => {
  await exchange.passPart(0.5);
  exchange.cut();
};

/** Opens a watch and ends it with an event; by default its version is too old. */
export const failWatch =
  (code?: number, options?: StatusOptions): Fault =>
  ({ watch }) => {
    watch?.begin();
    watch?.fail(code, options);
  };

/** Ends a watch within an event, after that many whole ones, by a reset or an orderly end. */
export const breakWatch =
  (events: number, by: 'cut' | 'end' = 'cut'): Fault =>
  (exchange) => {
    exchange.watch?.breakAfter(events, by);
    return exchange.pass();
  };
