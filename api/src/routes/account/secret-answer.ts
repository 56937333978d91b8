import type { StoredSecret } from '@tintype/contracts';

/** A secret without its text. */
export const secretAnswer = ({ id, name, scope, origin, createdAt }: StoredSecret) => ({
  id,
  name: name ?? null,
  scope,
  origin,
  createdAt,
});
