import { render } from 'preact';
import { App } from './app.js';
import { startTheme } from './layout/theme.js';

startTheme();
const place = document.getElementById('console');
if (place) render(<App />, place);
