/** Exports for tests of other packages only. */
export { type CdpMessage, TargetGone } from './browser/cdp/connection.js';
export { Page } from './browser/page/page.js';
export { BrowserPool, type BrowserPoolOptions } from './browser/pool/browser-pool.js';
export { extensionId } from './browser/process/extension.js';
export { type BrowserProcess, launchBrowser } from './browser/process/launch.js';
export { readProcessTree } from './browser/process/process-tree.js';
export { createSupervision } from './browser/process/supervision.js';
export { fields as metadataFields } from './capture/metadata/fields.js';
export { type Rendering, renderErrorFrom } from './capture/render.js';
export { type EgressProxy, startEgressProxy } from './egress/proxy.js';
export { egressSwitches } from './egress/switches.js';
export { renderJob } from './render-job.js';
export { SessionBrowser } from './session/browser/session-browser.js';
export { judge as judgeCommand } from './session/cdp/judge.js';
export { rules as commandRules } from './session/cdp/rules/rules.js';
export { Life } from './session/life/life.js';
export { tokenEstimate } from './session/snapshot/tokens.js';
