import { dirname, join } from 'node:path';
import ts from 'typescript';

/** The sources of a package, compiled. */
export class SourceProgram {
  readonly checker: ts.TypeChecker;
  readonly #folder: string;
  readonly #program: ts.Program;

  /** @param folder with a `tsconfig.json` */
  constructor(folder: string) {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse };
    const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, host);
    this.#folder = folder;
    this.#program = ts.createProgram({ rootNames: config?.fileNames ?? [], options: config?.options ?? {} });
    this.checker = this.#program.getTypeChecker();
  }

  /** @throws if it is missing */
  file(path: string): ts.SourceFile {
    const file = this.#program.getSourceFile(join(this.#folder, path));
    if (!file) throw new Error(`There is no ${path} in ${this.#folder}.`);
    return file;
  }

  /** Excludes tests and samples. */
  filesOf(folder: string): ts.SourceFile[] {
    const path = join(this.#folder, folder);
    const isForTests = /(\.test|\/samples)\.ts$/;
    return this.#own.filter(({ fileName }) => dirname(fileName) === path && !isForTests.test(fileName));
  }

  /** Files with a class that implements this interface. */
  implementing(name: string): ts.SourceFile[] {
    const implementsIt = (node: ts.Node): boolean =>
      ts.isClassDeclaration(node) &&
      (node.heritageClauses ?? []).some(({ types }) => types.some(({ expression }) => expression.getText() === name));
    return this.#own.filter(({ statements }) => statements.some(implementsIt));
  }

  /** The files and all package files that they import, types included. */
  reachedFrom(entries: readonly ts.SourceFile[]): Set<ts.SourceFile> {
    const reached = new Set(entries);
    for (const file of reached) for (const imported of this.#importsOf(file)) reached.add(imported);
    return reached;
  }

  /** @throws if the file declares no such interface */
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

/** Empty unless the type consists of string literals. */
export const literalsOf = (type: ts.Type): string[] => {
  const types = type.isUnion() ? type.types : [type];
  return types.every((each) => each.isStringLiteral()) ? types.map((each) => (each as ts.StringLiteralType).value) : [];
};

export const placeOf = (node: ts.Node): string => {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName}:${line + 1}`;
};

/** The defined answers for the nodes of a file. */
export const collect = <T>(file: ts.SourceFile, answer: (node: ts.Node) => T | undefined): T[] => {
  const found: T[] = [];
  const look = (node: ts.Node): void => {
    const one = answer(node);
    if (one !== undefined) found.push(one);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
};
