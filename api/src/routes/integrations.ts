import Router from '@koa/router';
import type { SlackCommands } from '../integrations/slack/slack-commands.js';
import { readBytes } from '../middleware/body-bytes.js';
import { requestAddress } from '../public-base.js';

export interface IntegrationRoutesOptions {
  slack: Pick<SlackCommands, 'answer'>;
}

/** Slack's form has about 1 kB beside the text. */
const maxBodyBytes = 64 * 1024;

/** What programs of other services call. */
export const integrationRoutes = ({ slack }: IntegrationRoutesOptions): Router => {
  const router = new Router({ prefix: '/integrations' });
  router.post('/slack/commands', async (context) => {
    const body = await readBytes(context, maxBodyBytes);
    const headers = {
      timestamp: context.get('X-Slack-Request-Timestamp'),
      signature: context.get('X-Slack-Signature'),
    };
    const { requestId } = context.state as { requestId: string };
    const message = await slack.answer({ headers, body, reachedAt: requestAddress(context), requestId });
    context.status = 200;
    context.body = message ?? '';
  });
  return router;
};
