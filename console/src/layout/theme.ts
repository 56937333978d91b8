import { useEffect, useState } from 'preact/hooks';

export type Theme = 'light' | 'dark';

const storageKey = 'tintype.theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

const savedTheme = (): Theme | undefined => {
  const value = localStorage.getItem(storageKey);
  return value === 'light' || value === 'dark' ? value : undefined;
};

const current = (): Theme => savedTheme() ?? (prefersDark.matches ? 'dark' : 'light');

const show = (theme: Theme) => {
  document.documentElement.dataset.theme = theme;
};

/** Follows the system until a person chooses. */
export const startTheme = (): void => {
  show(current());
  prefersDark.addEventListener('change', () => show(current()));
};

export const useTheme = (): [theme: Theme, choose: (theme: Theme) => void] => {
  const [theme, setTheme] = useState(current);
  useEffect(() => {
    const follow = () => setTheme(current());
    prefersDark.addEventListener('change', follow);
    return () => prefersDark.removeEventListener('change', follow);
  }, []);
  const choose = (next: Theme) => {
    localStorage.setItem(storageKey, next);
    show(next);
    setTheme(next);
  };
  return [theme, choose];
};
