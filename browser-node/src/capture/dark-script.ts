import { darkColours } from '../in-page/dark-colours.js';
import { darkenDrawing } from '../in-page/dark-drawings.js';
import { darkPictures } from '../in-page/dark-pictures.js';
import { darkWalk } from '../in-page/dark-walk.js';
import { darkenPage } from '../in-page/darken.js';

const tools = Object.entries({ darkColours, darkPictures, darkenDrawing, darkWalk });

/** Makes a document dark, except its frames. */
export const darkenDocument = new Function(
  `return (${darkenPage})({ ${tools.map(([name, tool]) => `${name}: ${tool}`).join(', ')} });`,
) as () => Promise<void>;
