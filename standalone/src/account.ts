import { randomBytes } from 'node:crypto';

/** An account for a first look, in the form of TINTYPE_ACCOUNT; its secret has 256 bits. */
export const makeDemoAccount = (): string =>
  `demo:demo_${randomBytes(9).toString('hex')}:${randomBytes(32).toString('hex')}`;
