export { readConfig as readNodeConfig } from './config.js';
