import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const folder = fileURLToPath(new URL('../../../browser-node/src/in-page/', import.meta.url));

const isInType = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || (node.parent !== undefined && isInType(node.parent));

/** Values of its own module, or of another, that a function of the file uses: the page has neither. */
const strayNames = (file: ts.SourceFile, checker: ts.TypeChecker): string[] => {
  const stray: string[] = [];
  const isModuleLevel = (node: ts.Node) =>
    ts.isImportSpecifier(node) ||
    (ts.isVariableDeclaration(node) && node.parent.parent.parent === file) ||
    (ts.isFunctionDeclaration(node) && node.parent === file);
  const symbolOf = (node: ts.Identifier) =>
    ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const declarations = ts.isIdentifier(node) ? (symbolOf(node)?.declarations ?? []) : [];
    const [declared] = declarations.filter(isModuleLevel);
    const isItself = declared !== undefined && (declared as ts.NamedDeclaration).name === node;
    if (declared && !isItself && !isInType(node)) stray.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return stray;
};

describe('functions that run in a page', () => {
  const names = globSync('**/*.ts', { cwd: folder });
  const program = ts.createProgram(
    names.map((name) => join(folder, name)),
    { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.NodeNext, lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'] },
  );
  const checker = program.getTypeChecker();
  const strayIn = (path: string) => strayNames(program.getSourceFile(path) as ts.SourceFile, checker);

  it('are there', () => assert.ok(names.length > 10));
  for (const name of names) {
    it(`use no name of a module: ${name}`, () => assert.deepEqual(strayIn(join(folder, name)), []));
  }
});

describe('the search for such names', () => {
  const sample = `
    import { other } from './other.js';
    const own = 1;
    export const one = (own: number) => own;
    export const two = ({ one }: { one: typeof own }) => ({ one });
    export const three = () => own + other + one(1);
    export const four = () => ({ own });`;
  const host = ts.createCompilerHost({});
  const file = ts.createSourceFile('sample.ts', sample, ts.ScriptTarget.ES2024, true);
  const program = ts.createProgram(
    ['sample.ts'],
    { noResolve: true, noLib: true },
    {
      ...host,
      getSourceFile: (path) => (path === 'sample.ts' ? file : undefined),
    },
  );

  it('finds what comes from the module, and not what only has its name', () =>
    assert.deepEqual(strayNames(file, program.getTypeChecker()), ['own', 'other', 'one', 'own']));
});
