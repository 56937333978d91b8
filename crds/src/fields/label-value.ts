import { formed } from './formed.js';

/** Characters that a label's value may have. */
export const labelValueLength = 63;

const pattern = /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
export const labelValue = () =>
  formed({
    most: labelValueLength,
    pattern,
    takes: 'letters and digits, with -, _ and . between them, or nothing',
  });

export const isLabelValue = (text: string): boolean => text.length <= labelValueLength && pattern.test(text);
