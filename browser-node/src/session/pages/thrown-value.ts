import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';

type Thrown = Protocol.Runtime.RemoteObject;
type Preview = Protocol.Runtime.ObjectPreview;

const shownValue = ({ type, subtype, value = '' }: Protocol.Runtime.PropertyPreview): string => {
  if (type === 'string') return JSON.stringify(value);
  if (type !== 'object' || subtype === 'null') return type === 'function' ? 'ƒ' : value;
  return subtype === 'array' ? '[…]' : '{…}';
};

const previewed = ({ subtype, description = '', properties, overflow }: Preview): string => {
  const isList = subtype === 'array';
  const named = (property: Protocol.Runtime.PropertyPreview) =>
    isList && /^\d+$/.test(property.name) ? shownValue(property) : `${property.name}: ${shownValue(property)}`;
  const inside = [...properties.map(named), ...(overflow ? ['…'] : [])].join(', ');
  if (isList) return `[${inside}]`;
  return description === 'Object' ? `{${inside}}` : `${description} {${inside}}`;
};

const textOf = ({ type, subtype, value, description, preview }: Thrown): string => {
  if (type === 'object' && preview && subtype !== 'null' && subtype !== 'node') return previewed(preview);
  return description ?? String(value);
};

/**
 * Describes a thrown value that is no Error. Playwright reports only the type of an object, and splits a string into
 * name and message.
 */
export const withThrownValue = (message: CdpMessage): CdpMessage => {
  if (message.method !== 'Runtime.exceptionThrown') return message;
  const { exceptionDetails, ...rest } = message.params as Protocol.Runtime.ExceptionThrownEvent;
  const { exception } = exceptionDetails;
  if (!exception || exception.subtype === 'error') return message;
  // Playwright takes the text before the first colon as the name: here it is empty.
  const shown = { type: 'string', description: `: ${textOf(exception)}` };
  return { ...message, params: { ...rest, exceptionDetails: { ...exceptionDetails, exception: shown } } };
};
