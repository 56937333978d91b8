import { shortOutputs } from '../kit/render/hostile-outputs.js';
import { hostileSuite } from '../kit/render/hostile-suite.js';

hostileSuite('hostile pages', shortOutputs);
