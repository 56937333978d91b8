import { formed } from './formed.js';

/** In all; Kubernetes takes 317, but 244 where the name is one of a resource. */
export const labelNameLength = 200;

const part = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';

export const labelNamePattern = new RegExp(`^(${part}(\\.${part})*/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$`);

export const labelNameForm =
  'up to 63 letters and digits, with -, _ and . between them, and if need be a domain in lower case \
and a / before them, as in team or example.com/team';

/**
 * The name of a label, an annotation, a taint or a resource.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export const labelName = () => formed({ most: labelNameLength, pattern: labelNamePattern, takes: labelNameForm });
