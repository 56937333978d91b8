import { render } from 'preact';
import { startTheme } from '../layout/theme.js';
import { AdminApp } from './admin-app.js';

startTheme();
const place = document.getElementById('console');
if (place) render(<AdminApp />, place);
