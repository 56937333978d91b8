// Not from `@tintype/runtime`: that would load packages that the bundle already contains.
import { loadProgram } from '@tintype/runtime/bundle';

const { runOperator } = await loadProgram<typeof import('./program.js')>(import.meta.url);
await runOperator();
