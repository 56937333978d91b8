/** Builds the images, and writes to descriptor 3 which folder they are in. */
import { writeSync } from 'node:fs';
import { buildImages } from './images.js';

writeSync(3, await buildImages());
