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

/** A file's text with the patch in it. @throws where what is to be replaced is not there once. */
export const patched = (text: string, { file, from, to }: Patch): string => {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`${file} has ${parts.length - 1} times the text that is to be replaced: ${from}`);
  return parts.join(to);
};

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

  /** @throws where the text that is to be replaced is not there once. */
  patch(patch: Patch): void {
    const path = join(this.folder, patch.file);
    writeFileSync(path, patched(readFileSync(path, 'utf8'), patch));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
