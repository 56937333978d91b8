// Not from the entry of the package, which would load what the bundle has.
import { loadProgram } from '@tintype/runtime/bundle';

const { runNode } = await loadProgram<typeof import('./program.js')>(import.meta.url);
await runNode();
