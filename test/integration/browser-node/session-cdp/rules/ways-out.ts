import { attackOfEachClass } from '../../../../kit/attacks/cases.js';
import { waysOutSuite } from '../../../../kit/browser-node/ways-out-suite.js';

/** The proxy refuses all attacks in `egress-browser`. `test/long/` plays all here, too. */
export const wayOutCases = (): void => waysOutSuite(attackOfEachClass);
