import type { Exchange } from './fault-proxy-exchange.js';
import type { StatusOptions } from './fault-proxy-status.js';

/** Decides what becomes of a call. When it fails, because the API server is gone or the client, the call is cut. */
export type Fault = (exchange: Exchange) => void | Promise<void>;

/** None: for a rule that goes before another. */
export const pass: Fault = (exchange) => exchange.pass();

/** The connection is reset; the API server never hears of the call. */
export const cut: Fault = (exchange) => exchange.cut();

/** Nothing is ever answered, and the API server never hears of the call. A watch begins, and nothing comes. */
export const stall: Fault = ({ watch }) => watch?.begin();

/** The call comes through once the promise is kept, and is cut when it is broken. */
export const hold =
  (until: Promise<unknown>): Fault =>
  async (exchange) => {
    await until;
    await exchange.pass();
  };

/** The call comes through so many milliseconds later. */
export const delay =
  (milliseconds: number): Fault =>
  async (exchange) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
    await exchange.pass();
  };

/** The call has no effect, and is answered with a Status. */
export const refuse =
  (status: number, options?: StatusOptions): Fault =>
  (exchange) =>
    exchange.refuse(status, options);

/** The call takes effect, and nobody hears of it: instead of the answer comes a reset, or nothing ever. */
export const loseAnswer =
  (by: 'cut' | 'stall' = 'cut'): Fault =>
  async (exchange) => {
    await exchange.passPart(0);
    if (by === 'cut') exchange.cut();
  };

/** The call takes effect; the connection is reset in the middle of the answer. */
export const breakAnswer: Fault = async (exchange) => {
  await exchange.passPart(0.5);
  exchange.cut();
};

/** A watch begins, and ends with an event that says why: by default that its version is too old. */
export const failWatch =
  (code?: number, options?: StatusOptions): Fault =>
  ({ watch }) => {
    watch?.begin();
    watch?.fail(code, options);
  };

/** A watch ends in the middle of an event, after so many whole ones, by a reset or as if that were all. */
export const breakWatch =
  (events: number, by: 'cut' | 'end' = 'cut'): Fault =>
  (exchange) => {
    exchange.watch?.breakAfter(events, by);
    return exchange.pass();
  };
