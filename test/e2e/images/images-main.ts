/** Builds the images, and writes their folder to descriptor 3. */
import { writeSync } from 'node:fs';
import { buildImages } from './images.js';

writeSync(3, await buildImages());
