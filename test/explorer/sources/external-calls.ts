import ts from 'typescript';
import { collect, literalsOf, placeOf, type SourceProgram } from './source-program.js';

/** Names such as `slots.take`, or `waitFor`, by their declarations. */
export type Declared = ReadonlyMap<ts.Node, string>;

type Call = ts.CallExpression | ts.NewExpression;

/** The calls of an interface: its fields, and their fields. */
export const declaredIn = ({ checker }: SourceProgram, outside: ts.Type): Map<ts.Node, string> => {
  const declared = new Map<ts.Node, string>();
  const add = (type: ts.Type, name: string) => {
    for (const { declaration } of type.getCallSignatures()) if (declaration) declared.set(declaration, name);
  };
  const typeOf = (symbol: ts.Symbol) => checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  for (const field of outside.getProperties()) {
    add(typeOf(field), field.name);
    for (const member of membersOf(typeOf(field))) add(typeOf(member), `${field.name}.${member.name}`);
  }
  return declared;
};

/**
 * Finds external calls by the compiler's resolution, in any form. Refuses a call that is passed on where it cannot be
 * followed.
 */
export class ExternalCalls {
  readonly #checker: ts.TypeChecker;
  readonly #declared: Declared;
  readonly #files: ReadonlySet<ts.SourceFile>;

  /** @param files where calls are followed */
  constructor({ checker }: SourceProgram, declared: Declared, files: ReadonlySet<ts.SourceFile>) {
    this.#checker = checker;
    this.#declared = declared;
    this.#files = files;
  }

  /** Named like the coverage rows without the part. @throws if a call cannot be followed */
  in(file: ts.SourceFile): string[] {
    const names: string[] = [];
    const look = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) names.push(...this.#namesOf(node));
      else if (this.#isPassedOn(node)) throw new Error(`${placeOf(node)}: an external call is passed on`);
      ts.forEachChild(node, look);
    };
    look(file);
    return names;
  }

  #namesOf(call: Call): string[] {
    const { declaration } = this.#checker.getResolvedSignature(call) ?? {};
    const name = declaration && this.#declared.get(declaration);
    if (!name) this.#checkNotLost(call, declaration);
    if (!name?.startsWith('store.')) return name ? [name] : [];
    return this.#kindsOf(call).flatMap((kind) => {
      const isStatus = name === 'store.updateStatus' && kind === 'BrowserSession';
      const written = isStatus ? phasesWritten(this.#checker, this.#files, call).map((phase) => ` ${phase}`) : [''];
      return written.map((phase) => `${name} ${kind}${phase}`);
    });
  }

  #kindsOf(call: Call): string[] {
    const [kind] = call.arguments ?? [];
    const kinds = kind ? literalsOf(this.#checker.getTypeAtLocation(kind)) : [];
    if (kinds.length === 0) throw new Error(`${placeOf(call)}: the kind is not a literal`);
    return kinds;
  }

  /** A callee that gets external calls must be among the files. */
  #checkNotLost(call: Call, declaration: ts.Node | undefined): void {
    if (declaration && this.#files.has(declaration.getSourceFile())) return;
    for (const argument of call.arguments ?? [])
      if (this.#carries(this.#checker.getTypeAtLocation(argument), 2))
        throw new Error(`${placeOf(argument)}: an external call is passed to code that is not checked`);
  }

  #carries(type: ts.Type, depth: number): boolean {
    if (this.#isDeclared(type)) return true;
    const members = depth > 0 ? membersOf(type) : [];
    return members.some((member) => this.#carries(this.#checker.getTypeOfSymbol(member), depth - 1));
  }

  #isDeclared(type: ts.Type): boolean {
    return type.getCallSignatures().some(({ declaration }) => declaration && this.#declared.has(declaration));
  }

  #isPassedOn(node: ts.Node): boolean {
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node))
      return false;
    return !isName(node) && !isCalled(node) && this.#isDeclared(this.#checker.getTypeAtLocation(node));
  }
}

/** Excludes the members of every string or number. */
const membersOf = (type: ts.Type): readonly ts.Symbol[] =>
  type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection) ? type.getProperties() : [];

/** A declaration or member name, not a value. */
const isName = (node: ts.Node): boolean => {
  const { name, propertyName } = node.parent as { name?: ts.Node; propertyName?: ts.Node };
  return (name === node || propertyName === node) && !ts.isShorthandPropertyAssignment(node.parent);
};

const isCalled = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)) return isCalled(parent);
  return ts.isCallExpression(parent) && parent.expression === node;
};

/**
 * The phases of a status write, or the reason if the phase stays. The callers of the writing function pass both.
 * @throws if one does not
 */
const phasesWritten = (
  checker: ts.TypeChecker,
  files: ReadonlySet<ts.SourceFile>,
  write: ts.Node,
): readonly string[] => {
  const writer = ts.findAncestor(write, ts.isFunctionLike);
  const isOfWriter = (node: ts.Node) =>
    ts.isCallExpression(node) && checker.getResolvedSignature(node)?.declaration === writer ? node : undefined;
  const calls = [...files].flatMap((file) => collect(file, isOfWriter));
  if (calls.length === 0) throw new Error(`${placeOf(write)}: no caller names what is written`);
  return calls.flatMap((call) => phasesOf(checker, call));
};

const phasesOf = (checker: ts.TypeChecker, call: ts.CallExpression): string[] => {
  const [change, reason] = call.arguments;
  const phase = change && checker.getTypeAtLocation(change).getProperty('phase');
  const type = phase ? checker.getTypeOfSymbol(phase) : reason && checker.getTypeAtLocation(reason);
  const literals = type ? literalsOf(type) : [];
  if (literals.length === 0) throw new Error(`${placeOf(call)}: neither a phase nor a reason is a literal`);
  return literals;
};
