import type { ComponentChildren } from 'preact';
import { useSignedIn } from '../service/use-service.js';

/** Whether the secret that signed in may change the account. */
export const useIsManager = (): boolean => useSignedIn().account.scope === 'manage';

/** Controls that change the account. A secret of the scope `use` sees the note in their place. */
export const ForManagers = ({ note, children }: { note?: string; children?: ComponentChildren }) => {
  const isManager = useIsManager();
  if (isManager) return <>{children}</>;
  return note === undefined ? null : (
    <p class="notice">
      <span>
        {note} Sign in with a secret of the scope <code>manage</code> to do that.
      </span>
    </p>
  );
};
