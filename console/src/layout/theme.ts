import { useEffect, useState } from 'preact/hooks';

export type Theme = 'light' | 'dark';

const storageKey = 'tintype.theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

const savedTheme = (): Theme | undefined => {
  const value = localStorage.getItem(storageKey);
  return value === 'light' || value === 'dark' ? value : undefined;
};

const currentTheme = (): Theme => savedTheme() ?? (prefersDark.matches ? 'dark' : 'light');

const showTheme = (theme: Theme) => {
  document.documentElement.dataset.theme = theme;
};

/** Follows the system until a person chooses. */
export const startTheme = (): void => {
  showTheme(currentTheme());
  prefersDark.addEventListener('change', () => showTheme(currentTheme()));
};

export const useTheme = (): [theme: Theme, choose: (theme: Theme) => void] => {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => {
    const follow = () => setTheme(currentTheme());
    prefersDark.addEventListener('change', follow);
    return () => prefersDark.removeEventListener('change', follow);
  }, []);
  const choose = (next: Theme) => {
    localStorage.setItem(storageKey, next);
    showTheme(next);
    setTheme(next);
  };
  return [theme, choose];
};
