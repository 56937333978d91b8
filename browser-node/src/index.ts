export { findBubblewrap, tryWall } from './browser/process/find-wall.js';
export { readConfig as readNodeConfig } from './config.js';
