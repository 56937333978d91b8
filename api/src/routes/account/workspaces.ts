import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { TintypeError } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import type { ConnectCodes } from '../../integrations/slack/connect-codes.js';
import type { Workspace, Workspaces } from '../../integrations/slack/workspaces.js';

export interface WorkspaceRoutesOptions {
  path: string;
  workspaces: Pick<Workspaces, 'list' | 'disconnect'>;
  codes: Pick<ConnectCodes, 'make'>;
  /** Whether the service can check commands of Slack. */
  available: boolean;
  /** The id of the account that the caller may read or change. */
  accountOf: (context: RouterContext, access: 'read' | 'change') => string | Promise<string>;
  log: Pick<Logger, 'info'>;
}

const answerOf = ({ id, domain, connectedAt }: Workspace) => ({ id, domain, connectedAt });

/** Workspaces of Slack that use an account, and codes that connect one. */
export const addWorkspaceRoutes = (router: Router, options: WorkspaceRoutesOptions): void => {
  const { path, workspaces, codes, available, accountOf, log } = options;
  const list = async (account: string) => ({
    success: true,
    available,
    workspaces: (await workspaces.list(account)).map(answerOf),
  });
  router.get(path, async (context: RouterContext) => {
    context.body = await list(await accountOf(context, 'read'));
  });
  router.post(`${path}/codes`, async (context: RouterContext) => {
    const account = await accountOf(context, 'change');
    if (!available)
      throw new TintypeError(
        'not_found',
        'Slack is not set up. The administrator of this service sets TINTYPE_SLACK_SIGNING_SECRET.',
      );
    context.status = 201;
    context.body = { success: true, ...codes.make(account, Date.now()) };
  });
  router.delete(`${path}/:workspace`, async (context: RouterContext) => {
    const account = await accountOf(context, 'change');
    const workspace = String(context.params.workspace);
    await workspaces.disconnect(account, workspace);
    log.info({ account, workspace }, 'chat workspace disconnected');
    context.body = await list(account);
  });
};
