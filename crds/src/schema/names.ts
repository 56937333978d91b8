import { formattedText } from './text.js';

const part = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
export const dnsName = (max: number) =>
  formattedText({
    maxLength: max,
    pattern: new RegExp(`^${part}(\\.${part})*$`),
    takes: 'lower-case letters and digits, with - and . between them, and no . next to another . or a -',
  });

/** A namespace: one part only. */
export const dnsLabel = () =>
  formattedText({
    maxLength: 63,
    pattern: new RegExp(`^${part}$`),
    takes: 'lower-case letters and digits, with - between them',
  });

/** Limit for prefix and name together. Kubernetes admits 317 characters, but 244 for the name of a resource. */
export const labelNameLength = 200;

export const labelNamePattern = new RegExp(`^(${part}(\\.${part})*/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$`);

export const labelNameForm =
  'up to 63 letters and digits, with -, _ and . between them, optionally after a domain in lower case \
and a /, such as team or example.com/team';

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
export const labelName = () =>
  formattedText({ maxLength: labelNameLength, pattern: labelNamePattern, takes: labelNameForm });

export const labelValueLength = 63;

const pattern = /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
export const labelValue = () =>
  formattedText({
    maxLength: labelValueLength,
    pattern,
    takes: 'letters and digits, with -, _ and . between them, or nothing',
  });

export const isLabelValue = (text: string): boolean => text.length <= labelValueLength && pattern.test(text);
