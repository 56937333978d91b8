// The entry of runtime would load packages that the bundle already contains.
import { loadProgram } from '@tintype/runtime/bundle';

const { runNode } = await loadProgram<typeof import('./program.js')>(import.meta.url);
await runNode();
