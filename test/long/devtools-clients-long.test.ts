import { playwrights, puppeteers } from '../kit/browser-node/devtools-clients.js';
import { devToolsClientsSuite } from '../kit/browser-node/devtools-clients-suite.js';

devToolsClientsSuite({ playwrights, puppeteers });
