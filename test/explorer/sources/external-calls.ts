import ts from 'typescript';
import { collect, literalsOf, placeOf, type SourceProgram } from './source-program.js';

/** Names of calls to the outside, by the nodes that declare them: `slots.take`, or `waitFor` of a function by itself. */
export type Declared = ReadonlyMap<ts.Node, string>;

type Call = ts.CallExpression | ts.NewExpression;

/** The calls that an interface to the outside has, in its fields and in the fields of those. */
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
 * Finds the calls to the outside in some files, by what the compiler says that is called: in whichever form they are made,
 * they are found. What goes where it can't be followed is refused.
 */
export class ExternalCalls {
  readonly #checker: ts.TypeChecker;
  readonly #declared: Declared;
  readonly #files: ReadonlySet<ts.SourceFile>;

  /** @param files among which something may be handed on: those in which calls are looked for */
  constructor({ checker }: SourceProgram, declared: Declared, files: ReadonlySet<ts.SourceFile>) {
    this.#checker = checker;
    this.#declared = declared;
    this.#files = files;
  }

  /** As the coverage table names them, without the part: `slots.take`, `store.get Pod`. @throws where one is lost */
  in(file: ts.SourceFile): string[] {
    const names: string[] = [];
    const look = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) names.push(...this.#namesOf(node));
      else if (this.#isPassedOn(node)) throw new Error(`${placeOf(node)}: a call to the outside is handed on`);
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
    if (kinds.length === 0) throw new Error(`${placeOf(call)}: of which kind is not said`);
    return kinds;
  }

  /** Whoever is given a part of the outside is looked at as well. */
  #checkNotLost(call: Call, declaration: ts.Node | undefined): void {
    if (declaration && this.#files.has(declaration.getSourceFile())) return;
    for (const given of call.arguments ?? [])
      if (this.#carries(this.#checker.getTypeAtLocation(given), 2))
        throw new Error(`${placeOf(given)}: the outside is given to what is not looked at`);
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

/** Not those that every text or number has. */
const membersOf = (type: ts.Type): readonly ts.Symbol[] =>
  type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection) ? type.getProperties() : [];

/** Of what is declared or looked into, and no value by itself. */
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
 * What a status is written for: its phase, or its reason where the phase stays. It is written in a function that is told
 * both, so those who call that say so. @throws where one does not
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
  if (calls.length === 0) throw new Error(`${placeOf(write)}: nobody says what is written`);
  return calls.flatMap((call) => phasesOf(checker, call));
};

const phasesOf = (checker: ts.TypeChecker, call: ts.CallExpression): string[] => {
  const [change, reason] = call.arguments;
  const phase = change && checker.getTypeAtLocation(change).getProperty('phase');
  const type = phase ? checker.getTypeOfSymbol(phase) : reason && checker.getTypeAtLocation(reason);
  const said = type ? literalsOf(type) : [];
  if (said.length === 0) throw new Error(`${placeOf(call)}: neither a phase nor a reason is said`);
  return said;
};
