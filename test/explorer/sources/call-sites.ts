import type { ExploredProgram, Part } from './explored.js';
import { declaredIn, ExternalCalls } from './external-calls.js';

/**
 * Every external call in the sources, named like the rows of the coverage table. @throws if a call cannot be followed
 */
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
  const others = unreached.flatMap((file) => calls.in(file).map((name) => `outside the parts: ${name}`));
  return [...new Set([...rows, ...others])].sort();
};

export interface DeclaredCall {
  parts: readonly string[];
  /** `slots.take`: a row without its part. */
  name: string;
}

/** Every call of the parts' interfaces except the store's, which has more than any part needs. */
export const declaredCalls = (explored: ExploredProgram): DeclaredCall[] => {
  const outsides = explored.parts.map((part) => ({
    part,
    calls: externalCallsOf(explored, part).map(([, name]) => name),
  }));
  const names = new Set(outsides.flatMap(({ calls }) => calls).filter((name) => !name.startsWith('store.')));
  const partsOf = (name: string) => outsides.filter(({ calls }) => calls.includes(name)).map(({ part }) => part.name);
  return [...names].map((name) => ({ name, parts: partsOf(name) }));
};

/** Listed as internal, but declared by no interface. */
export const needlesslyInternal = ({ program, parts, internal }: ExploredProgram): string[] => {
  const declared = new Set(parts.flatMap(({ dependencies }) => [...declaredIn(program, dependencies).values()]));
  return internal.map(({ call }) => call).filter((call) => !declared.has(call));
};

const externalCallsOf = ({ program, internal }: ExploredProgram, { dependencies }: Part) => {
  const isInside = (name: string) => internal.some(({ call }) => call === name);
  return [...declaredIn(program, dependencies)].filter(([, name]) => !isInside(name));
};
