import ts from 'typescript';
import { collect, literalsOf, placeOf } from './source-nodes.js';

/**
 * What a status is written for: its phase, or its reason where the phase stays. It is written in a function that is told
 * both, so those who call that say so. @throws where one does not
 */
export const phasesWritten = (
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
