// Writes the types of the answers that the console reads (console/src/service/answers.generated.ts) from docs/openapi.json.
import { readFileSync, writeFileSync } from 'node:fs';

const { components, paths } = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));

/** The type of an answer and its operation; with its status where an operation has several. */
const answers = {
  AccountAnswer: 'getOwnAccount',
  UsageAnswer: 'getOwnUsage',
  ChargesAnswer: 'listOwnCharges',
  SecretsAnswer: 'listOwnSecrets',
  NewSecret: 'addOwnSecret',
  PresetsAnswer: 'listOwnPresets',
  PresetAnswer: 'getOwnPreset',
  SavedPreset: 'putOwnPreset',
  StorageAnswer: 'getOwnStorage',
  SavedStorage: 'setOwnStorage',
  StorageTrial: 'testOwnStorage',
  ProxyAnswer: 'getOwnProxy',
  SavedProxy: 'setOwnProxy',
  ProxyTrial: 'testOwnProxy',
  ProfilesAnswer: 'listOwnProfiles',
  WorkspacesAnswer: 'listOwnWorkspaces',
  WorkspaceCode: 'makeOwnWorkspaceCode',
  DevicesAnswer: 'listDevices',
  SessionsAnswer: 'listSessions',
  SessionAnswer: 'getSession',
  LiveLink: 'linkLive',
  AcceptedBatch: 'createBatchImage',
  BatchesAnswer: 'listBatches',
  Batch: 'getBatch',
  AdminAccounts: 'listAccounts',
  AdminAccountAnswer: 'getAccount',
  NewAccount: 'createAccount',
  AdminUsage: 'getUsage',
  AdminSessions: 'listActiveSessions',
  AdminPools: 'listPools',
  AdminQueue: 'getQueue',
};

/** Types of contracts, by the name of their component. */
const ofContracts = new Set(['Session']);

const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

const answerSchema = (named) => {
  const [id, status] = named.split(' ');
  const { responses } = operations.find(({ operationId }) => operationId === id) ?? {};
  const [, found] = Object.entries(responses ?? {}).find(([code]) => (status ? code === status : code < '300')) ?? [];
  const schema = found?.content['application/json']?.schema;
  if (!schema) throw new Error(`docs/openapi.json has no JSON answer of ${named}`);
  return schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema;
};

const used = new Set();

const referenced = (path) => {
  const name = path.split('/').at(-1);
  used.add(name);
  return name;
};

const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

const simple = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' };

const aboutOf = ({ description }, indent) => (description ? `${indent}/** ${description} */\n` : '');

const objectType = ({ properties, required = [], additionalProperties }, indent) => {
  if (!properties) return `Readonly<Record<string, ${typeOf(additionalProperties ?? {}, indent)}>>`;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${aboutOf(schema, inner)}${inner}${name}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
};

const listType = (type) => `readonly ${type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type}[]`;

function typeOf(schema, indent) {
  if (schema.$ref) return referenced(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum?.includes('invalid_request')) return 'ErrorCode';
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => simple[type]).join(' | ');
  if (schema.type === 'array') return listType(typeOf(schema.items, indent));
  if (schema.type === 'object') return objectType(schema, indent);
  if (simple[schema.type]) return simple[schema.type];
  throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
}

const declared = (name, schema) => `${aboutOf(schema, '')}export interface ${name} ${objectType(schema, '')}\n`;

const texts = Object.entries(answers).map(([name, operation]) => declared(name, answerSchema(operation)));
for (const name of used) if (!ofContracts.has(name)) texts.push(declared(name, components.schemas[name]));

const header = `// Made by \`make generate\` (scripts/generate-console-types.mjs); not to be edited.

import type { ErrorCode, Session } from '@tintype/contracts';

`;
const target = 'console/src/service/answers.generated.ts';
writeFileSync(new URL(`../${target}`, import.meta.url), header + texts.join('\n'));
process.stdout.write(`${target}: ${texts.length} types\n`);
