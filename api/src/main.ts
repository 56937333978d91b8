// biome-ignore lint/style/noRestrictedImports: the package's entry would load what the bundle has.
import { loadProgram } from '@tintype/runtime/bundle';

const { runApi } = await loadProgram<typeof import('./program.js')>(import.meta.url);
await runApi();
