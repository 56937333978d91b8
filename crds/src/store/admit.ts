import type { z } from 'zod';
import { type Kind, type Kinds, kindDefinitions, type NewKinds, type OwnKind } from '../kinds/kinds.js';
import { isTransition, type Rule } from '../schema/rule.js';
import type { StructuralSchema } from '../schema/structural-schema.js';
import { Invalid } from './store-errors.js';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown) => value === undefined || value === null;

/** The API server drops known fields that are null. */
const withoutNulls = (value: unknown, schema: StructuralSchema | undefined): unknown => {
  if (!schema || schema['x-kubernetes-preserve-unknown-fields']) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, schema.items));
  if (!isFields(value)) return value;
  const fieldSchema = (name: string) => schema.properties?.[name] ?? schema.additionalProperties;
  const present = Object.entries(value).filter(([, field]) => !isAbsent(field));
  return Object.fromEntries(present.map(([name, field]) => [name, withoutNulls(field, fieldSchema(name))]));
};

/** zod drops map entries named `__proto__`, but the API server judges their names. */
const forbiddenNames = (
  value: unknown,
  schema: StructuralSchema | undefined,
  path: PropertyKey[] = [],
): PropertyKey[][] => {
  if (Array.isArray(value))
    return value.flatMap((item, index) => forbiddenNames(item, schema?.items, [...path, index]));
  if (!schema || !isFields(value)) return [];
  const { additionalProperties, properties } = schema;
  return Object.keys(value).flatMap((name) => {
    if (additionalProperties && name === '__proto__') return [[...path, name]];
    return forbiddenNames(value[name], properties?.[name] ?? additionalProperties, [...path, name]);
  });
};

/** `spec.env[0].name` */
const pathText = (path: readonly PropertyKey[]) =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${String(part)}` : String(part);
  }, '');

const issueText = ({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>) => `${pathText(path)}: ${message}`;

const partAt = (object: unknown, path: readonly string[]) =>
  path.reduce<unknown>((part, name) => (isFields(part) ? part[name] : undefined), object);

const isBroken = ({ at, holds, ...rule }: Rule, object: unknown, old: unknown) => {
  const self = partAt(object, at);
  const before = partAt(old, at);
  if (self === undefined || (isTransition(rule) && before === undefined)) return false;
  return !holds(self as never, before as never);
};

const ruleText = ({ at, fieldPath = '', message }: Rule) => {
  const path = `${at.join('.')}${fieldPath}`.replace(/^\./, '');
  return path ? `${path}: ${message}` : message;
};

const invalid = (kind: OwnKind, { metadata }: { metadata: { namespace: string; name: string } }, broken: string[]) =>
  new Invalid(`${kind} ${metadata.namespace}/${metadata.name} is invalid: ${broken.join('; ')}`);

const admitOwn = (kind: OwnKind, object: Kinds[OwnKind] | NewKinds[OwnKind], old?: Kinds[OwnKind]) => {
  const { schema, structural, rules } = kindDefinitions[kind];
  const read = (from: object) => schema.safeParse(withoutNulls(from, structural));
  const { success, data, error } = read(object);
  const misnamed = forbiddenNames(object, structural).map((path) => ({ path, message: 'no entry may have this name' }));
  const issues = [...misnamed, ...(error?.issues ?? [])];
  if (!success || issues.length > 0) throw invalid(kind, object, issues.map(issueText));
  const admitted = { apiVersion: object.apiVersion, kind: object.kind, metadata: object.metadata, ...data };
  // A stored object gets the defaults of newer fields before the comparison.
  const before = old && { ...old, ...read(old).data };
  const broken = rules.filter((rule) => isBroken(rule, admitted, before)).map(ruleText);
  if (broken.length > 0) throw invalid(kind, object, broken);
  return admitted;
};

/**
 * Does what the API server does before it stores an object of our kinds. It fills in defaults, drops unknown fields,
 * and throws an Invalid that names every broken field. Takes the whole object, status included, and for an update the
 * stored one. Metadata, pods and leases stay as they are.
 */
export const admit = <K extends Kind>(kind: K, object: NewKinds[K] | Kinds[K], old?: Kinds[K]): Kinds[K] => {
  if (!Object.hasOwn(kindDefinitions, kind)) return object as Kinds[K];
  return admitOwn(kind as OwnKind, object as Kinds[OwnKind], old as Kinds[OwnKind] | undefined) as unknown as Kinds[K];
};
