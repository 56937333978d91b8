import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A text of a built file, and what takes its place. */
export interface Patch {
  file: string;
  from: string;
  to: string;
}

const scope = '@tintype';

/** A copy of the built packages that can be broken; what they depend on is the original's. */
export class BuiltCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'tintype-mutation-'));

  constructor(repository: string) {
    const { workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const modules = join(this.folder, 'node_modules');
    mkdirSync(join(modules, scope), { recursive: true });
    for (const name of readdirSync(join(repository, 'node_modules'))) {
      if (name !== scope) symlinkSync(join(repository, 'node_modules', name), join(modules, name));
    }
    for (const workspace of workspaces) {
      const [from, to] = [join(repository, workspace), join(this.folder, workspace)];
      for (const part of ['dist', 'package.json']) cpSync(join(from, part), join(to, part), { recursive: true });
      if (existsSync(join(from, 'node_modules'))) symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
      symlinkSync(to, join(modules, scope, workspace));
    }
    if (existsSync(join(repository, '.tools'))) symlinkSync(join(repository, '.tools'), join(this.folder, '.tools'));
  }

  /** Replaces a text that must be there once; throws when it is not. */
  patch({ file, from, to }: Patch): void {
    const path = join(this.folder, file);
    const parts = readFileSync(path, 'utf8').split(from);
    if (parts.length !== 2)
      throw new Error(`${file} has ${parts.length - 1} times the text that is to be replaced: ${from}`);
    writeFileSync(path, parts.join(to));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
