import { z } from 'zod';

/**
 * The name of an object of Kubernetes: lower-case letters, digits, `-` and `.`.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names
 */
export const dnsName = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
