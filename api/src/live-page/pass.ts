/** What the history keeps for this frame alone: frames of one tab share their `sessionStorage`. */
interface Kept {
  token: string;
}

const barePath = () => `${location.pathname}${location.search}`;

/** Keeps the token for a reload, out of the address bar. A frame that may not do so keeps it in its own address. */
export const keepToken = (token: string): void => {
  const kept: Kept = { token };
  try {
    history.replaceState(kept, '', barePath());
  } catch {
    history.replaceState(null, '', `${barePath()}#${token}`);
  }
};

/** The token of the link, else the one from before the reload; empty if there is none. */
export const readToken = (): string => {
  const linked = location.hash.slice(1);
  return linked || ((history.state as Kept | null)?.token ?? '');
};
