import { type Endpoint, endpoints } from '@tintype/client';
import { Argument } from 'commander';

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

/** Also takes the command's name, which people type. */
export const endpointArgument = (description?: string): Argument =>
  new Argument('<endpoint>', description).choices([...endpoints, commandOf.image]);
