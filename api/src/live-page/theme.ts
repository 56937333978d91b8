/** Where the console keeps the colours that a person chose there. */
const storageKey = 'tintype.theme';

/** The stored choice. A frame without an origin has no storage. */
const chosen = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

const show = (): void => {
  const theme = chosen();
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
};

/** Follows the console's switch, also while the page is open; without a choice there, the system. */
export const followConsole = (): void => {
  show();
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) show();
  });
};
