import { ensureGoProgram } from './go-program.js';

/** Only the tests need it. Apache-2.0. */
if (!(await ensureGoProgram('kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0'))) {
  console.error(
    'The tests of the chart need kubeconform, which could not be built. ' +
      'Install Go 1.26 or newer (https://go.dev/dl), or put kubeconform on PATH, then run this again.',
  );
  process.exitCode = 1;
}
