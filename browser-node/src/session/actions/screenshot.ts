import { limits, TintypeError } from '@tintype/contracts';
import { raceSignal } from '@tintype/runtime';
import { CdpError } from '../../browser/cdp/connection.js';
import { type Clip, inDocument, wholeLeft, wholePixels } from '../../capture/clip.js';
import { viewIn } from '../../capture/view.js';
import { loadLazy, picturesCome, stopLoadLazy } from '../../in-page/loading.js';
import { pixelRatio, scrollBack, scrollPosition } from '../../in-page/window.js';
import { scrollsSideways } from '../../in-page/picture.js';
