/** Parses Debian's filter lists into a file, when an image is built. Usage: make-cache.js FILE */
import { buildEngine } from './build-engine.js';
import { findLists, readLists, usualLists } from './list-files.js';

const [file] = process.argv.slice(2);
const { files, unread } = await findLists([usualLists]);
for (const { error } of unread) throw error;
await buildEngine(await readLists(files), file);
