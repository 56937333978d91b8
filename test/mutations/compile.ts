import { basename, join } from 'node:path';
import ts from 'typescript';

const refuse = ({ messageText, file }: ts.Diagnostic): never => {
  const what = ts.flattenDiagnosticMessageText(messageText, ' ');
  throw new Error(file ? `With the mistake, ${basename(file.fileName)} does not compile: ${what}` : what);
};

/** Unchanged files, which are most of the work. All packages have the same options. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Reads the changed files from their new texts. */
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
 * Compiles files of a package with new texts, as `tsc -b` does.
 * @param folder that has its `tsconfig.json`
 * @param texts by their paths
 * @throws where one does not compile: a test would fail for that, and not for the mistake
 */
export const compiled = (folder: string, texts: ReadonlyMap<string, string>): Map<string, string> => {
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
