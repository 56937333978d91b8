const storageKey = 'tintype.admin-token';

/** The admin token. The browser keeps it until the tab is closed. No other site and no other tab can read it. */
export const keptToken = {
  read: (): string | undefined => sessionStorage.getItem(storageKey) ?? undefined,
  write: (token: string): void => sessionStorage.setItem(storageKey, token),
  clear: (): void => sessionStorage.removeItem(storageKey),
};
