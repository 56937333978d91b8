import type { Kind, Kinds, NewKinds } from '@tintype/crds';

/** Stands for `admit` of crds, until it is there. */
export const admit = <K extends Kind>(_kind: K, object: NewKinds[K] | Kinds[K], _old?: Kinds[K]): Kinds[K] =>
  object as Kinds[K];
