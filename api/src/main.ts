// The main entry of `@tintype/runtime` would load packages that the bundle already contains.
import { loadProgram } from '@tintype/runtime/bundle';

const { runApi } = await loadProgram<typeof import('./program.js')>(import.meta.url);
await runApi();
