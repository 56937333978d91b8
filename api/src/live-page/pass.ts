/** What the history keeps for this frame alone: frames of one tab share their `sessionStorage`. */
interface Kept {
  token: string;
}

const barePath = () => `${location.pathname}${location.search}`;

/** A frame with `sandbox` and without `allow-same-origin`: a reload empties its `history.state`. */
const isSandboxed = () => window.origin === 'null';

/** Keeps the token for a reload, out of the address bar. A sandboxed frame keeps it in its address, which no bar shows. */
export const keepToken = (token: string): void => {
  const kept: Kept = { token };
  if (isSandboxed()) history.replaceState(null, '', `${barePath()}#${token}`);
  else history.replaceState(kept, '', barePath());
};

/** The token of the link, else the one from before the reload; empty if there is none. */
export const readToken = (): string => {
  const linked = location.hash.slice(1);
  return linked || ((history.state as Kept | null)?.token ?? '');
};
