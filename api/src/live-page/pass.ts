/** The content of `history.state`, which belongs to this frame only. Frames of one tab share their `sessionStorage`. */
interface Kept {
  token: string;
}

const pathWithoutHash = () => `${location.pathname}${location.search}`;

/** In a frame with `sandbox` and without `allow-same-origin`, a reload empties `history.state`. */
const isSandboxed = () => window.origin === 'null';

/**
 * Keeps the token for a reload, out of the address bar. A sandboxed frame keeps it in the hash of its address, which no
 * bar shows.
 */
export const keepToken = (token: string): void => {
  const kept: Kept = { token };
  if (isSandboxed()) history.replaceState(null, '', `${pathWithoutHash()}#${token}`);
  else history.replaceState(kept, '', pathWithoutHash());
};

/** The token of the link, or else the token that `keepToken` kept; empty if there is none. */
export const readToken = (): string => {
  const linked = location.hash.slice(1);
  return linked || ((history.state as Kept | null)?.token ?? '');
};
