import { useCallback, useMemo, useState } from 'preact/hooks';
import { Shell } from '../layout/shell.js';
import { usePath } from '../routing/location.js';
import { pageAt } from '../routing/page-at.js';
import { createCaller } from '../service/service.js';
import { CallerContext } from '../service/use-service.js';
import { adminDetailPages, adminPageGroups } from './admin-pages.js';
import { AdminSignInPage } from './admin-sign-in-page.js';
import { keptToken } from './admin-token.js';

/** The administrator's pages: they speak with the private port alone. */
export const AdminApp = () => {
  const path = usePath();
  const [token, setToken] = useState(keptToken.read);
  const [notice, setNotice] = useState<string>();
  const leave = useCallback((why?: string) => {
    keptToken.clear();
    setToken(undefined);
    setNotice(why);
  }, []);
  const refused = useCallback(() => leave('The service no longer takes this token. Sign in again.'), [leave]);
  const caller = useMemo(() => (token === undefined ? undefined : createCaller(token, refused)), [token, refused]);
  if (!caller)
    return (
      <AdminSignInPage
        notice={notice}
        onSignedIn={(given) => {
          keptToken.write(given);
          setToken(given);
        }}
      />
    );
  return (
    <CallerContext.Provider value={caller}>
      <Shell
        path={path}
        groups={adminPageGroups}
        name="Tintype admin"
        signedInAs="with the admin token"
        onSignOut={() => leave()}
      >
        {pageAt(path, adminPageGroups, adminDetailPages)}
      </Shell>
    </CallerContext.Provider>
  );
};
