import ts from 'typescript';

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
