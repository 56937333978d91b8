import { attacks } from '../kit/attacks/cases.js';
import { unguardedSuite } from '../kit/attacks/unguarded-suite.js';
import { waysOutSuite } from '../kit/browser-node/ways-out-suite.js';

waysOutSuite(attacks);
unguardedSuite(attacks);
