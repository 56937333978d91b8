import { dirname, join } from 'node:path';
import ts from 'typescript';

/** The sources of a package, as the compiler reads them. */
export class SourceProgram {
  readonly checker: ts.TypeChecker;
  readonly #folder: string;
  readonly #program: ts.Program;

  /** @param folder that has its `tsconfig.json` */
  constructor(folder: string) {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse };
    const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, host);
    this.#folder = folder;
    this.#program = ts.createProgram({ rootNames: config?.fileNames ?? [], options: config?.options ?? {} });
    this.checker = this.#program.getTypeChecker();
  }

  /** A file of the package. @throws where there is none */
  file(path: string): ts.SourceFile {
    const file = this.#program.getSourceFile(join(this.#folder, path));
    if (!file) throw new Error(`There is no ${path} in ${this.#folder}.`);
    return file;
  }

  /** The files of a folder, its tests and their samples left out. */
  filesOf(folder: string): ts.SourceFile[] {
    const path = join(this.#folder, folder);
    const isForTests = /(\.test|\/samples)\.ts$/;
    return this.#own.filter(({ fileName }) => dirname(fileName) === path && !isForTests.test(fileName));
  }

  /** Where a class says that it implements an interface of this name. */
  implementing(name: string): ts.SourceFile[] {
    const implementsIt = (node: ts.Node): boolean =>
      ts.isClassDeclaration(node) &&
      (node.heritageClauses ?? []).some(({ types }) => types.some(({ expression }) => expression.getText() === name));
    return this.#own.filter(({ statements }) => statements.some(implementsIt));
  }

  /** These files, and all of the package that they import, for its types alone too. */
  reachedFrom(entries: readonly ts.SourceFile[]): Set<ts.SourceFile> {
    const reached = new Set(entries);
    for (const file of reached) for (const imported of this.#importsOf(file)) reached.add(imported);
    return reached;
  }

  /** An interface that a file declares, as a type. @throws where it does not */
  interfaceIn(file: ts.SourceFile, name: string): ts.Type {
    const found = file.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
    if (!found) throw new Error(`There is no interface ${name} in ${file.fileName}.`);
    return this.checker.getTypeAtLocation(found);
  }

  get #own(): ts.SourceFile[] {
    return this.#program.getSourceFiles().filter((file) => this.#isOwn(file));
  }

  #isOwn({ fileName, isDeclarationFile }: ts.SourceFile): boolean {
    return !isDeclarationFile && fileName.startsWith(this.#folder);
  }

  #importsOf({ statements }: ts.SourceFile): ts.SourceFile[] {
    const names = statements.flatMap((each) =>
      (ts.isImportDeclaration(each) || ts.isExportDeclaration(each)) && each.moduleSpecifier
        ? [each.moduleSpecifier]
        : [],
    );
    const modules = names.flatMap((name) => this.checker.getSymbolAtLocation(name)?.declarations ?? []);
    return modules.filter(ts.isSourceFile).filter((file) => this.#isOwn(file));
  }
}

const refuse = ({ messageText }: ts.Diagnostic): never => {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
};

/** The texts that a type has, if it has nothing else. */
export const literalsOf = (type: ts.Type): string[] => {
  const types = type.isUnion() ? type.types : [type];
  return types.every((each) => each.isStringLiteral()) ? types.map((each) => (each as ts.StringLiteralType).value) : [];
};

/** For whoever has to look there. */
export const placeOf = (node: ts.Node): string => {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName}:${line + 1}`;
};

/** Every node of a file for which something is answered, and the answer. */
export const collect = <T>(file: ts.SourceFile, answer: (node: ts.Node) => T | undefined): T[] => {
  const found: T[] = [];
  const look = (node: ts.Node): void => {
    const said = answer(node);
    if (said !== undefined) found.push(said);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
};
