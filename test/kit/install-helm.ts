import { ensureGoProgram } from './go-program.js';

/** Only the tests need it. Apache-2.0. */
if (!(await ensureGoProgram('helm', 'helm.sh/helm/v4/cmd/helm@v4.3.1'))) {
  console.error(
    'The tests of the chart need helm, which could not be built. ' +
      'Install Go 1.26 or newer (https://go.dev/dl), or put helm 4 on PATH, then run this again.',
  );
  process.exitCode = 1;
}
