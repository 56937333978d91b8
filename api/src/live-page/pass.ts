const stored = 'tintype-live';

const barePath = () => `${location.pathname}${location.search}`;

/** Keeps the token for a reload, out of the address bar. A frame without storage keeps it in its own address. */
export const keepToken = (token: string): void => {
  try {
    sessionStorage.setItem(stored, token);
    history.replaceState(null, '', barePath());
  } catch {
    history.replaceState(null, '', `${barePath()}#${token}`);
  }
};

/** The token of the link, else the one from before the reload; empty if there is none. */
export const readToken = (): string => {
  const linked = location.hash.slice(1);
  if (linked) return linked;
  try {
    return sessionStorage.getItem(stored) ?? '';
  } catch {
    return '';
  }
};
