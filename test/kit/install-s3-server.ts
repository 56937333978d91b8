import { ensureGoProgram } from './go-program.js';

/** Only the tests need it, so `make run` does not install it. Apache-2.0, real SigV4, objects as files. */
if (!(await ensureGoProgram('versitygw', 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'))) {
  console.error(
    'The tests of the S3 store need the S3 server versitygw, which could not be built. ' +
      'Install Go (https://go.dev/dl), or put versitygw on PATH, then run this again.',
  );
  process.exitCode = 1;
}
