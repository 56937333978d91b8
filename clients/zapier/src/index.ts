import { version } from '@tintype/client';
import { batchTriggers } from './batch-finished.js';
import { loadResults } from './batch-results.js';
import { batchCreates } from './batch-start.js';
import { captures } from './captures.js';
import { authentication } from './connection.js';
import { copyFile } from './files.js';
import { readings } from './readings.js';

export const app = {
  version,
  /** The version of zapier-platform-core. */
  platformVersion: '19.1.0',
  authentication,
  hydrators: { copyFile, loadResults },
  triggers: batchTriggers,
  creates: { ...captures, ...batchCreates },
  searches: readings,
};
