import type { Context } from 'koa';

/** A client that reads nothing of its answer for so long has gone, as far as can be told. */
const stuckMs = 60_000;

/** Its answer would be kept in memory for ever. */
export const dropWhenStuck = ({ req, res }: Context): void => {
  res.setTimeout(stuckMs, () => req.socket.destroy());
};
