import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { missingFor, root } from '../../clients/languages.js';
import { type Packaging, packagings } from '../../clients/packagings.js';

const run = async ({ folder, commands, environment }: Packaging) => {
  const out = mkdtempSync(join(tmpdir(), 'tintype-package-'));
  const env = { ...process.env, ...environment };
  try {
    for (const [program = '', ...args] of commands) {
      const whole = args.map((arg) => arg.replace('{out}', out));
      await promisify(execFile)(program, whole, { cwd: join(root, folder), env, timeout: 120_000 });
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

describe('the packages of the client libraries', () => {
  for (const packaging of packagings) {
    const missing = missingFor(packaging);
    it(`${packaging.name} can be packaged`, { skip: missing ? `${missing} is not installed` : false }, () =>
      run(packaging),
    );
  }
});
