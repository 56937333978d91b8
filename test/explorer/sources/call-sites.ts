import type { ExploredProgram, Part } from './explored.js';
import { declaredIn, ExternalCalls } from './external-calls.js';

/** Every call to the outside that the sources make, as the coverage table names its rows. @throws where one is lost */
export const callSites = (explored: ExploredProgram): string[] => {
  const { program, parts, folders } = explored;
  const reached = parts.map((part) => ({ part, files: program.reachedFrom(part.entries) }));
  const rows = reached.flatMap(({ part, files }) => {
    const calls = new ExternalCalls(program, new Map(externalCallsOf(explored, part)), files);
    return [...files].flatMap((file) => calls.in(file).map((name) => `${part.name}: ${name}`));
  });
  const all = new Set(folders.flatMap((folder) => program.filesOf(folder)));
  const calls = new ExternalCalls(program, new Map(parts.flatMap((part) => externalCallsOf(explored, part))), all);
  const unreached = [...all].filter((file) => !reached.some(({ files }) => files.has(file)));
  const others = unreached.flatMap((file) => calls.in(file).map((name) => `nobody: ${name}`));
  return [...new Set([...rows, ...others])].sort();
};

/** A call that some parts of a program are given. */
export interface DeclaredCall {
  parts: readonly string[];
  /** As in the coverage table, without the part: `slots.take`. */
  name: string;
}

/** Every call that the interfaces of the parts have, but those of the store, which can more than anybody needs. */
export const declaredCalls = (explored: ExploredProgram): DeclaredCall[] => {
  const outsides = explored.parts.map((part) => ({
    part,
    calls: externalCallsOf(explored, part).map(([, name]) => name),
  }));
  const names = new Set(outsides.flatMap(({ calls }) => calls).filter((name) => !name.startsWith('store.')));
  const partsOf = (name: string) => outsides.filter(({ calls }) => calls.includes(name)).map(({ part }) => part.name);
  return [...names].map((name) => ({ name, parts: partsOf(name) }));
};

/** What is said to be inside, and is declared by none of the interfaces. */
export const needlesslyInternal = ({ program, parts, internal }: ExploredProgram): string[] => {
  const declared = new Set(parts.flatMap(({ dependencies }) => [...declaredIn(program, dependencies).values()]));
  return internal.map(({ call }) => call).filter((call) => !declared.has(call));
};

const externalCallsOf = ({ program, internal }: ExploredProgram, { dependencies }: Part) => {
  const isInside = (name: string) => internal.some(({ call }) => call === name);
  return [...declaredIn(program, dependencies)].filter(([, name]) => !isInside(name));
};
