import { useEffect, useState } from 'preact/hooks';

export type Theme = 'light' | 'dark';

const place = 'tintype.theme';
const preference = matchMedia('(prefers-color-scheme: dark)');

const chosen = (): Theme | undefined => {
  const value = localStorage.getItem(place);
  return value === 'light' || value === 'dark' ? value : undefined;
};

const current = (): Theme => chosen() ?? (preference.matches ? 'dark' : 'light');

const show = (theme: Theme) => {
  document.documentElement.dataset.theme = theme;
};

/** Follows the system until a person chooses. */
export const startTheme = (): void => {
  show(current());
  preference.addEventListener('change', () => show(current()));
};

export const useTheme = (): [theme: Theme, choose: (theme: Theme) => void] => {
  const [theme, setTheme] = useState(current);
  useEffect(() => {
    const follow = () => setTheme(current());
    preference.addEventListener('change', follow);
    return () => preference.removeEventListener('change', follow);
  }, []);
  const choose = (next: Theme) => {
    localStorage.setItem(place, next);
    show(next);
    setTheme(next);
  };
  return [theme, choose];
};
