import { z } from 'zod';

/**
 * An amount of a resource, such as `500m`, `2` or `1Gi`; never negative.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export const quantity = () =>
  z
    .union([
      z.int().min(0),
      z
        .string()
        .max(32)
        .regex(/^([0-9]+(\.[0-9]*)?|\.[0-9]+)(([KMGTPE]i)|[numkMGTPE]|([eE][+-]?[0-9]+))?$/),
    ])
    .meta({ 'x-kubernetes-int-or-string': true });
