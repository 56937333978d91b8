/**
 * The content of `history.state`. Each frame has its own state, while frames of one tab and origin share their
 * `sessionStorage`.
 */
interface KeptState {
  token: string;
}

const pathWithoutHash = () => `${location.pathname}${location.search}`;

/** Whether the frame has `sandbox` without `allow-same-origin`. A reload then empties `history.state`. */
const isSandboxed = () => window.origin === 'null';

/**
 * Keeps the token for a reload, out of the address bar. A sandboxed frame keeps it in the hash of its address, which no
 * bar shows.
 */
export const keepToken = (token: string): void => {
  const kept: KeptState = { token };
  if (isSandboxed()) history.replaceState(null, '', `${pathWithoutHash()}#${token}`);
  else history.replaceState(kept, '', pathWithoutHash());
};

/** The token of the link, or else the token that `keepToken` kept; empty if there is none. */
export const readToken = (): string => {
  const linked = location.hash.slice(1);
  return linked || ((history.state as KeptState | null)?.token ?? '');
};
