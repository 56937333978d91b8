import type { Endpoint } from '@tintype/contracts';
import actionTable from '@tintype/contracts/vectors/actions.json' with { type: 'json' };
import optionTable from '@tintype/contracts/vectors/options.json' with { type: 'json' };

/** An option, as contracts/vectors/README.md describes it. */
export interface OptionEntry {
  name: string;
  type: 'boolean' | 'integer' | 'number' | 'string' | 'enum' | 'length' | 'list' | 'base64' | 'json';
  values?: readonly string[];
  items?: string;
  min?: number;
  above?: number;
  max?: number;
  maxLength?: number;
  required?: boolean;
  default?: string | number | boolean;
  endpoints: readonly Endpoint[];
  description: string;
  example?: string;
}

/** A property of an action's payload. */
export interface PropertyEntry {
  name: string;
  type: 'boolean' | 'integer' | 'number' | 'string' | 'enum' | 'array' | 'object' | 'any';
  required?: boolean;
  values?: readonly string[];
  min?: number;
  above?: number;
  max?: number;
  default?: unknown;
  description: string;
}

export interface ActionEntry {
  name: string;
  description: string;
  payload: readonly PropertyEntry[];
}

/** What people call each endpoint, in the order of the console. */
export const endpointTitles: readonly { id: Endpoint; title: string }[] = [
  { id: 'image', title: 'Image' },
  { id: 'pdf', title: 'PDF' },
  { id: 'content', title: 'Content' },
  { id: 'metadata', title: 'Metadata' },
  { id: 'animated', title: 'Animated' },
];

export const actions: readonly ActionEntry[] = actionTable;

/** Throws if the table has no such action. */
export const actionOf = (name: string): ActionEntry => {
  const action = actions.find((each) => each.name === name);
  if (!action) throw new Error(`there is no action ${name}`);
  return action;
};

/** The options of an endpoint but `url`, in the order of the table. */
export const optionsOf = (endpoint: Endpoint): readonly OptionEntry[] =>
  optionTable.filter(({ name, endpoints }) => name !== 'url' && endpoints.includes(endpoint));
