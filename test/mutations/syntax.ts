import ts from 'typescript';

/** Replaces a range of a source. */
export interface Edit {
  file: ts.SourceFile;
  from: number;
  to: number;
  text: string;
}

export interface Selector {
  /** For people: "the call of open". */
  what: string;
  matches: (node: ts.Node) => ts.Node | undefined;
}

/** A change in the one declaration with the node. @throws if none or several have it */
export type Change = (scopes: readonly ts.Node[]) => Edit[];

const selector = (what: string, matches: Selector['matches']): Selector => ({ what, matches });

const allOf = (wanted: Selector, scope: ts.Node): ts.Node[] => {
  const found: ts.Node[] = [];
  const look = (node: ts.Node): void => {
    const match = wanted.matches(node);
    if (match) found.push(match);
    ts.forEachChild(node, look);
  };
  look(scope);
  return found;
};

const only = (wanted: Selector, scopes: readonly ts.Node[]): ts.Node => {
  const [found, ...others] = scopes.flatMap((scope) => allOf(wanted, scope));
  if (!found) throw new Error(`${wanted.what} is not there.`);
  if (others.length > 0) throw new Error(`${wanted.what} is there ${others.length + 1} times.`);
  return found;
};

const editOf = (node: ts.Node, text: string, { from = node.getStart(), to = node.end } = {}): Edit => ({
  file: node.getSourceFile(),
  from,
  to,
  text,
});

const nameOf = (node: ts.Node | undefined): string | undefined =>
  node && (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteral(node)) ? node.text : undefined;

const mentions = (node: ts.Node, name: string): boolean =>
  nameOf(node) === name || (ts.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false);

const isCallOf = (node: ts.Node, name: string): node is ts.CallExpression => {
  if (!ts.isCallExpression(node)) return false;
  const { expression: callee } = node;
  return nameOf(ts.isPropertyAccessExpression(callee) ? callee.name : callee) === name;
};

export const call = (name: string): Selector =>
  selector(`the call of ${name}`, (node) => (isCallOf(node, name) ? node : undefined));

/** Counted from 0. */
export const argument = (name: string, index: number): Selector =>
  selector(`argument ${index} of ${name}`, (node) => (isCallOf(node, name) ? node.arguments[index] : undefined));

/** An identifier in an array. */
export const element = (name: string): Selector =>
  selector(`the element ${name}`, (node) =>
    ts.isIdentifier(node) && node.text === name && ts.isArrayLiteralExpression(node.parent) ? node : undefined,
  );

/** In an object literal, also shorthand. */
export const property = (name: string): Selector =>
  selector(`the property ${name}`, (node) =>
    (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && nameOf(node.name) === name
      ? node
      : undefined,
  );

/** The declared value of a constant, variable or property. */
export const initializer = (name: string): Selector =>
  selector(`the initializer of ${name}`, (node) =>
    (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && nameOf(node.name) === name
      ? node.initializer
      : undefined,
  );

const isAssigning = ({ kind }: ts.Node): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** The value of a later assignment. */
export const assigned = (name: string): Selector =>
  selector(`the assignment to ${name}`, (node) => {
    if (!ts.isBinaryExpression(node) || !isAssigning(node.operatorToken)) return undefined;
    const { left, right } = node;
    return nameOf(ts.isPropertyAccessExpression(left) ? left.name : left) === name ? right : undefined;
  });

const testOf = (node: ts.Node): ts.Expression | undefined => {
  if (ts.isConditionalExpression(node)) return node.condition;
  return ts.isIfStatement(node) ? node.expression : undefined;
};

/** The test of an `if` or `?:` with this identifier or text. */
export const condition = (name: string): Selector =>
  selector(`the condition with ${name}`, (node) => {
    const test = testOf(node);
    return test && mentions(test, name) ? test : undefined;
  });

const isLogical = (node: ts.Node): boolean => {
  if (ts.isParenthesizedExpression(node)) return isLogical(node.expression);
  const operators = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken];
  return ts.isBinaryExpression(node) && operators.includes(node.operatorToken.kind);
};

/** The operand of `||` or `&&` with this identifier or text. */
export const operand = (name: string): Selector =>
  selector(`the operand with ${name}`, (node) =>
    isLogical(node.parent) && !isLogical(node) && mentions(node, name) ? node : undefined,
  );

/** The innermost statement around the node. */
export const statement = ({ what, matches }: Selector): Selector =>
  selector(`the statement with ${what}`, (node) => {
    let around = matches(node);
    while (around && !ts.isStatement(around)) around = around.parent;
    return around;
  });

/** Replaces a node; `$&` is the old code. */
export const replace =
  (wanted: Selector, code: string): Change =>
  (scopes) => {
    const node = only(wanted, scopes);
    return [
      editOf(
        node,
        code.replaceAll('$&', () => node.getText()),
      ),
    ];
  };

export const before = (wanted: Selector, code: string): Change => replace(statement(wanted), `${code} $&`);

export const after = (wanted: Selector, code: string): Change => replace(statement(wanted), `$& ${code}`);

export const swap =
  (one: Selector, other: Selector): Change =>
  (scopes) => {
    const [first, second] = [only(one, scopes), only(other, scopes)];
    return [editOf(first, second.getText()), editOf(second, first.getText())];
  };

const listOf = ({ parent }: ts.Node): readonly ts.Node[] => {
  if (ts.isObjectLiteralExpression(parent)) return parent.properties;
  if (ts.isArrayLiteralExpression(parent)) return parent.elements;
  return ts.isCallExpression(parent) ? parent.arguments : [];
};

/** Removes a statement, or an element, property or argument with its comma. */
export const remove =
  (wanted: Selector): Change =>
  (scopes) => {
    const node = only(wanted, scopes);
    if (ts.isStatement(node)) return [editOf(node, '{}')];
    const list = listOf(node);
    const [previous, next] = [list[list.indexOf(node) - 1], list[list.indexOf(node) + 1]];
    return [editOf(node, '', next ? { to: next.getStart() } : { from: previous?.end ?? node.getStart() })];
  };

const body: Selector = selector('the body', (node) =>
  ts.isFunctionLike(node) && 'body' in node ? node.body : undefined,
);

/** The function only returns this expression. */
export const answer =
  (expression: string): Change =>
  (scopes) => {
    const bodies = scopes.flatMap((scope) => allOf(body, scope).slice(0, 1));
    const [node, ...others] = bodies;
    if (!node || others.length > 0) throw new Error(`${bodies.length} functions match, not one.`);
    return [editOf(node, ts.isBlock(node) ? `{ return ${expression}; }` : `(${expression})`)];
  };

export const edited = (source: string, edits: readonly Pick<Edit, 'from' | 'to' | 'text'>[]): string => {
  let text = source;
  for (const edit of [...edits].sort((one, other) => other.from - one.from))
    text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  return text;
};
