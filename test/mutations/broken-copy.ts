import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import type { Slip } from './mutation.js';
import { type Edit, edited } from './syntax.js';

export const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

const membersOf = (declared: ts.ClassDeclaration): (readonly [string, ts.Node])[] =>
  declared.members.map((member) => [`${declared.name?.text}.${member.name?.getText()}`, member]);

const declaredIn = ({ statements }: ts.SourceFile): (readonly [string, ts.Node])[] =>
  statements.flatMap((each) => {
    if (ts.isVariableStatement(each)) return each.declarationList.declarations.map((one) => [one.name.getText(), one]);
    if (ts.isFunctionDeclaration(each)) return [[each.name?.text ?? '', each]];
    return ts.isClassDeclaration(each) ? membersOf(each) : [];
  });

/** A file's declarations with this name: a function, constant or `Class.method`. */
export const declarationsOf = (file: ts.SourceFile, name: string): ts.Node[] =>
  declaredIn(file).flatMap(([each, node]) => (each === name ? [node] : []));

/** Not the code of tests. */
const isSource = (path: string): boolean =>
  path.endsWith('.ts') && !/\.test\.ts$|samples\.ts$|(^|\/)stages\//.test(path);

/** The declarations of `name` in all sources of a package. @throws if there is none */
const findDeclarations = (folder: string, name: string): ts.Node[] => {
  const paths = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter(isSource);
  const found = paths.flatMap((each) => {
    const path = join(folder, 'src', each);
    const text = readFileSync(path, 'utf8');
    // Parses only files with the name.
    return text.includes(name.split('.').at(-1) ?? '') ? declarationsOf(parse(path, text), name) : [];
  });
  if (found.length === 0) throw new Error('No declaration has this name.');
  return found;
};

const refuse = ({ messageText, file }: ts.Diagnostic): never => {
  const what = ts.flattenDiagnosticMessageText(messageText, ' ');
  throw new Error(file ? `With the mistake, ${basename(file.fileName)} does not compile: ${what}` : what);
};

/** Unchanged files are most of the work. All packages have the same options. */
const parsed = new Map<string, ts.SourceFile | undefined>();

const hostOf = (options: ts.CompilerOptions, texts: ReadonlyMap<string, string>): ts.CompilerHost => {
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, target) => {
    if (texts.has(path)) return getSourceFile(path, target);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, target));
    return parsed.get(path);
  };
  return host;
};

/**
 * Compiles files of a package with new texts, like `tsc -b`. @param folder with a `tsconfig.json` @param texts by path
 * @throws if a file does not compile: tests would fail for that instead of the mistake
 */
const compiled = (folder: string, texts: ReadonlyMap<string, string>): Map<string, string> => {
  const system = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse };
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, system);
  const options = { ...config?.options, composite: false, declaration: false, sourceMap: false };
  const program = ts.createProgram({ rootNames: [...texts.keys()], options, host: hostOf(options, texts) });
  const built = new Map<string, string>();
  for (const path of texts.keys()) {
    const file = program.getSourceFile(path);
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].forEach(refuse);
    program.emit(file, (_, text) => built.set(path, text));
  }
  return built;
};

const scope = '@tintype';

/** Excludes declarations and source maps, two thirds of the files, and bundles: these have the code without the mistake. */
const filter = (path: string): boolean => !/(\.d\.ts|\.map|(?<!console)\/dist\/bundle)$/.test(path);

/** @throws if the declaration or the changed node is missing */
const editsOf = (folder: string, slip: Slip): Edit[] => {
  try {
    return slip.change(findDeclarations(folder, slip.in));
  } catch (cause) {
    throw new Error(`${slip.package}, ${slip.in}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

const changedIn = (folder: string, slips: readonly Slip[]): Map<string, string> => {
  const edits = slips.flatMap((slip) => editsOf(folder, slip));
  const byFile = Map.groupBy(edits, ({ file }) => file.fileName);
  return new Map([...byFile].map(([path, each]) => [path, edited(readFileSync(path, 'utf8'), each)]));
};

/** A copy of the built packages with mistakes; uses the original's dependencies. */
export class BrokenCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'tintype-mutation-'));

  /** @throws if a mistake cannot be made */
  constructor(repository: string, slips: readonly Slip[]) {
    try {
      this.#copy(repository);
      this.#break(repository, slips);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #copy(repository: string): void {
    const installed = join(repository, 'node_modules');
    const modules = join(this.folder, 'node_modules');
    mkdirSync(join(modules, scope), { recursive: true });
    for (const name of readdirSync(installed)) {
      if (name !== scope) symlinkSync(join(installed, name), join(modules, name));
    }
    for (const name of readdirSync(join(installed, scope))) {
      // npm links each of our packages to its folder, which may have another name: @tintype/client to clients/javascript.
      const from = realpathSync(join(installed, scope, name));
      const to = join(this.folder, relative(repository, from));
      for (const part of ['dist', 'package.json'])
        cpSync(join(from, part), join(to, part), { recursive: true, filter });
      // Programs read pages from `src`.
      for (const part of ['src', 'node_modules'])
        if (existsSync(join(from, part))) symlinkSync(join(from, part), join(to, part));
      symlinkSync(to, join(modules, scope, name));
    }
    if (existsSync(join(repository, '.tools'))) symlinkSync(join(repository, '.tools'), join(this.folder, '.tools'));
  }

  /** Applies all changes of a file at once, to its original text. */
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
