import { batchTriggers } from './batch-finished.js';
import { loadResults } from './batch-results.js';
import { batchCreates } from './batch-start.js';
import { captures } from './captures.js';
import { authentication } from './connection.js';
import { copyFile } from './files.js';
import { readings } from './readings.js';
import { platformVersion, version } from './version.js';

const app = {
  version,
  platformVersion,
  authentication,
  hydrators: { copyFile, loadResults },
  triggers: batchTriggers,
  creates: { ...captures, ...batchCreates },
  searches: readings,
};

// biome-ignore lint/style/noDefaultExport: Zapier's command line takes the app as the default export.
export default app;
