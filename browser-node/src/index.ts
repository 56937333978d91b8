export { renderSwitches } from './browser/switches.js';
