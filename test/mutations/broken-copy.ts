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
import { join, relative } from 'node:path';
import { compiled } from './compile.js';
import { findDeclarations } from './declarations.js';
import type { Slip } from './mutation.js';
import { type Edit, edited } from './syntax.js';

const scope = '@tintype';

/** Leaves out declarations and source maps: two thirds of the files, and no program runs them. */
const filter = (path: string): boolean => !/(\.d\.ts|\.map)$/.test(path);

/** @throws where its place, or what it changes there, is not to be found */
const editsOf = (folder: string, slip: Slip): Edit[] => {
  try {
    return slip.change(findDeclarations(folder, slip.in));
  } catch (cause) {
    throw new Error(`${slip.package}, ${slip.in}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

/** The texts of the files that are changed, by their paths. */
const changedIn = (folder: string, slips: readonly Slip[]): Map<string, string> => {
  const edits = slips.flatMap((slip) => editsOf(folder, slip));
  const byFile = Map.groupBy(edits, ({ file }) => file.fileName);
  return new Map([...byFile].map(([path, each]) => [path, edited(readFileSync(path, 'utf8'), each)]));
};

/** A copy of the built packages with mistakes in it; what they depend on is the original's. */
export class BrokenCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'tintype-mutation-'));

  /** @throws where a mistake cannot be made */
  constructor(repository: string, slips: readonly Slip[]) {
    const { workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    try {
      this.#copy(repository, workspaces);
      this.#break(repository, slips);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #copy(repository: string, workspaces: readonly string[]): void {
    const modules = join(this.folder, 'node_modules');
    mkdirSync(join(modules, scope), { recursive: true });
    for (const name of readdirSync(join(repository, 'node_modules'))) {
      if (name !== scope) symlinkSync(join(repository, 'node_modules', name), join(modules, name));
    }
    for (const workspace of workspaces) {
      const [from, to] = [join(repository, workspace), join(this.folder, workspace)];
      for (const part of ['dist', 'package.json'])
        cpSync(join(from, part), join(to, part), { recursive: true, filter });
      if (existsSync(join(from, 'node_modules'))) symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
      symlinkSync(to, join(modules, scope, workspace));
    }
    if (existsSync(join(repository, '.tools'))) symlinkSync(join(repository, '.tools'), join(this.folder, '.tools'));
  }

  /** All changes of a file are made at once, to what it was. */
  #break(repository: string, slips: readonly Slip[]): void {
    for (const workspace of new Set(slips.map((slip) => slip.package))) {
      const folder = join(repository, workspace);
      const texts = changedIn(
        folder,
        slips.filter((slip) => slip.package === workspace),
      );
      for (const [path, text] of compiled(folder, texts)) {
        const built = relative(join(folder, 'src'), path).replace(/\.ts$/, '.js');
        writeFileSync(join(this.folder, workspace, 'dist', built), text);
      }
    }
  }
}
