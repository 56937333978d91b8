import { formed } from './formed.js';

const part = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';

/**
 * The name of an object of Kubernetes.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names
 */
export const dnsName = (most: number) =>
  formed({
    most,
    pattern: new RegExp(`^${part}(\\.${part})*$`),
    takes: 'lower-case letters and digits, with - and . between them, and no . beside another or beside a -',
  });

/** The name of a namespace, which has no parts. */
export const dnsLabel = () =>
  formed({ most: 63, pattern: new RegExp(`^${part}$`), takes: 'lower-case letters and digits, with - between them' });
