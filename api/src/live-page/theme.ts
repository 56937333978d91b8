/** Where the console keeps the colours that a person chose there. */
const storageKey = 'tintype.theme';

/** The stored choice. A frame without an origin has no storage. */
const chosenTheme = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

const show = (): void => {
  const theme = chosenTheme();
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
};

/** Uses the colours that the console's switch chooses, also while this page is open. Without a choice, the system's. */
export const followConsole = (): void => {
  show();
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) show();
  });
};
