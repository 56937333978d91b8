const place = 'tintype.admin-token';

/** The browser keeps it until its tab is closed. No other site and no other tab can read it. */
export const keptToken = {
  read: (): string | undefined => sessionStorage.getItem(place) ?? undefined,
  write: (token: string): void => sessionStorage.setItem(place, token),
  clear: (): void => sessionStorage.removeItem(place),
};
