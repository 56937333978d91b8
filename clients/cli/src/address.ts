import { CommandError } from './failures.js';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/]|$)/i;

/** Undefined: not the address of a service. */
const addressIn = (text: string): string | undefined =>
  /^https?:\/\/[^/]/.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined;

/** What people type: without a scheme, http for this machine and https for others. */
export const typedAddress = (text: string): string => {
  const address = addressIn(text.includes('://') ? text : `${loopback.test(text) ? 'http' : 'https'}://${text}`);
  if (address) return address;
  throw new CommandError(`"${text}" is not an address. It takes one such as https://tintype.example.`, 'usage');
};

/** The address in a variable, which the libraries read too: they need the scheme. */
export const addressOfVariable = (name: string, text: string): string => {
  const address = addressIn(text);
  if (address) return address;
  throw new CommandError(
    `${name} takes an http or https URL, such as https://tintype.example; it has "${text}".`,
    'usage',
  );
};

/** True if scheme, host, port and path are equal. */
export const isSameAddress = (one: string, other: string): boolean => {
  const [first, second] = [addressIn(one), addressIn(other)];
  return first !== undefined && second !== undefined && new URL(first).href === new URL(second).href;
};
