/** The name under which the console stores the theme that a person chose. */
const storageKey = 'tintype.theme';

/** The stored theme. Null without a choice, and in a frame without an origin, which has no storage. */
const chosenTheme = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

const applyTheme = (): void => {
  const theme = chosenTheme();
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
};

/** Uses the theme of the console's switch, and follows its changes. Without a choice, the system's theme applies. */
export const followConsole = (): void => {
  applyTheme();
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) applyTheme();
  });
};
