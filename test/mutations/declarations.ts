import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** As the compiler parses a source; each node knows its parent. */
export const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

const membersOf = (declared: ts.ClassDeclaration): (readonly [string, ts.Node])[] =>
  declared.members.map((member) => [`${declared.name?.text}.${member.name?.getText()}`, member]);

/** Functions, constants and methods, by their names. */
const declaredIn = ({ statements }: ts.SourceFile): (readonly [string, ts.Node])[] =>
  statements.flatMap((each) => {
    if (ts.isVariableStatement(each)) return each.declarationList.declarations.map((one) => [one.name.getText(), one]);
    if (ts.isFunctionDeclaration(each)) return [[each.name?.text ?? '', each]];
    return ts.isClassDeclaration(each) ? membersOf(each) : [];
  });

/** What a file declares by this name: a function or constant, or `Class.method`. */
export const declarationsOf = (file: ts.SourceFile, name: string): ts.Node[] =>
  declaredIn(file).flatMap(([each, node]) => (each === name ? [node] : []));

const isSource = (path: string): boolean =>
  path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('samples.ts');

/** The same of all sources of a package. @throws where there is none */
export const findDeclarations = (folder: string, name: string): ts.Node[] => {
  const paths = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter(isSource);
  const found = paths.flatMap((each) => {
    const path = join(folder, 'src', each);
    const text = readFileSync(path, 'utf8');
    // Most files need not be parsed.
    return text.includes(name.split('.').at(-1) ?? '') ? declarationsOf(parse(path, text), name) : [];
  });
  if (found.length === 0) throw new Error(`Nothing has this name.`);
  return found;
};
