import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Logger } from '@tintype/runtime';
import type { AccountGuard } from '../../auth/account-guard.js';
import type { ProfileStore } from '../../profiles/profile-store.js';
import { profileNameIn } from '../../sessions/session-profiles.js';

export interface ProfileRoutesOptions {
  guard: Pick<AccountGuard, 'admit' | 'admitManager'>;
  profiles: Pick<ProfileStore, 'list' | 'get' | 'remove'>;
  log: Pick<Logger, 'info'>;
}

/** The routes of saved logins. None shows a cookie. */
export const addProfileRoutes = (router: Router, { guard, profiles, log }: ProfileRoutesOptions): void => {
  const nameIn = (context: RouterContext) => profileNameIn(String(context.params.name));
  router.get('/profiles', async (context: RouterContext) => {
    context.body = { success: true, profiles: await profiles.list(guard.admit(context).id) };
  });
  router.get('/profiles/:name', async (context: RouterContext) => {
    const id = { account: guard.admit(context).id, name: nameIn(context) };
    context.body = { success: true, profile: await profiles.get(id) };
  });
  router.delete('/profiles/:name', async (context: RouterContext) => {
    const id = { account: guard.admitManager(context).id, name: nameIn(context) };
    await profiles.remove(id);
    log.info({ account: id.account }, 'profile deleted');
    context.body = { success: true };
  });
};
