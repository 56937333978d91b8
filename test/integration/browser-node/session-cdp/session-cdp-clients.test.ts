import { playwrights, puppeteers } from '../../../kit/browser-node/devtools-clients.js';
import { devToolsClientsSuite } from '../../../kit/browser-node/devtools-clients-suite.js';

// The newest of each. `test/long/` tests the oldest supported versions, too.
devToolsClientsSuite({ playwrights: playwrights.slice(0, 1), puppeteers: puppeteers.slice(0, 1) });
