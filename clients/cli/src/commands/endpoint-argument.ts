import { type Endpoint, endpoints } from '@tintype/client';
import { Argument, type Command } from 'commander';
import { hasX } from '../option-words.js';

/** The commands of the endpoints. */
export const commandOf: Readonly<Record<Endpoint, string>> = {
  image: 'screenshot',
  pdf: 'pdf',
  content: 'content',
  metadata: 'metadata',
  animated: 'animated',
};

/** Undefined: the command is not one of an endpoint. */
export const endpointOf = (command: string): Endpoint | undefined =>
  endpoints.find((endpoint) => endpoint === command || commandOf[endpoint] === command);

/** The endpoints whose options `-X` of a command takes; none for fields of an action. */
export const endpointsOfX = (command: Command): readonly Endpoint[] => {
  const name = command.name();
  if (!hasX(command) || name === 'action') return [];
  if (name === 'render' || name === 'submit') return ['image', 'pdf'];
  const endpoint = endpointOf(name);
  return endpoint ? [endpoint] : endpoints;
};

/** Also takes the command's name, which people type. */
export const endpointArgument = (description?: string): Argument =>
  new Argument('<endpoint>', description).choices([...endpoints, commandOf.image]);
