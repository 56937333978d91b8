import { Icon } from '../components/icon.js';
import { useTheme } from './theme.js';

export const ThemeSwitch = () => {
  const [theme, choose] = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button type="button" class="button quiet" onClick={() => choose(other)}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
      Use {other} colours
    </button>
  );
};
