export { readBrowserVersion } from './browser/process/find-browser.js';
export { findBubblewrap, refuseExposure, tryWall } from './browser/process/find-wall.js';
export { readConfig as readNodeConfig } from './config.js';
export { usualLists as usualFilterLists } from './filters/list-files.js';
