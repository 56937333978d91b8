import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { workspaceIdPattern } from '../integrations/slack/workspaces.js';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { pathParameters } from './path-parameters.js';

const workspacesAnswer = z.strictObject({
  success: z.literal(true),
  available: z.boolean().meta({
    description: 'Whether the service has a `TINTYPE_SLACK_SIGNING_SECRET`. Without it, nothing can be connected.',
  }),
  workspaces: z.array(
    z.strictObject({
      id: z.string().meta({ description: "Slack's id of the workspace, such as `T024BE7LD`." }),
      domain: z.string().nullable().meta({ description: "The name in the workspace's address, if Slack sent it." }),
      connectedAt: z.iso.datetime(),
    }),
  ),
});

const codeAnswer = z.strictObject({
  success: z.literal(true),
  code: z.string().meta({ description: 'For `/screenshot connect <code>` in the workspace.' }),
  expiresAt: z.iso.datetime().meta({ description: '10 minutes later.' }),
});

interface WorkspaceOperation {
  operationId: string;
  summary: string;
  description?: string;
  status: '200' | '201';
  answer: z.ZodType;
}

export interface WorkspacePathsOptions {
  /** The path of the list of workspaces. */
  path: string;
  /** Follows the verb of each operation id: `Own` or empty. */
  prefix: string;
  operation: (options: WorkspaceOperation) => ZodOpenApiOperationObject;
  /** The parameters that `path` has. */
  parameters: NonNullable<ZodOpenApiPathItemObject['parameters']>;
}

/** The paths of Slack workspaces, for the admin routes and the account's own routes. */
export const workspacePaths = ({
  path,
  prefix,
  operation,
  parameters,
}: WorkspacePathsOptions): Record<string, ZodOpenApiPathItemObject> => ({
  [path]: {
    parameters,
    get: operation({
      operationId: `list${prefix}Workspaces`,
      summary: 'The workspaces of Slack that use the account',
      status: '200',
      answer: workspacesAnswer,
    }),
  },
  [`${path}/codes`]: {
    parameters,
    post: operation({
      operationId: `make${prefix}WorkspaceCode`,
      summary: 'A code that connects a workspace',
      description:
        'A person types it in the workspace within 10 minutes: `/screenshot connect <code>`. The account then pays for the pictures of all its members.',
      status: '201',
      answer: codeAnswer,
    }),
  },
  [`${path}/{workspace}`]: {
    parameters: [...parameters, pathParameters.workspaceId],
    delete: operation({
      operationId: `disconnect${prefix}Workspace`,
      summary: 'Disconnect a workspace',
      description: 'Captures under way are still posted.',
      status: '200',
      answer: workspacesAnswer,
    }),
  },
});

const messageSchema = z.strictObject({
  response_type: z.enum(['ephemeral', 'in_channel']),
  text: z.string(),
});

const formSchema = z.object({
  command: z.string(),
  text: z.string().optional().meta({ description: '`<url> [name=value] …`, `connect <code>` or `help`.' }),
  team_id: z.string().regex(workspaceIdPattern),
  team_domain: z.string().optional(),
  user_id: z.string(),
  response_url: z.string(),
});

export const chatPaths: ZodOpenApiPathsObject = {
  '/integrations/slack/commands': {
    post: {
      operationId: 'sendChatCommand',
      tags: ['chat'],
      summary: 'The slash command of Slack',
      description:
        'Slack signs the request with `X-Slack-Signature` and `X-Slack-Request-Timestamp`. The answer comes at once; the picture is posted to `response_url`. Mistakes in the text are messages, with status 200.',
      security: [],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: formSchema } } },
      responses: {
        '200': {
          description: 'A message for the person who typed the command; empty for a check of the certificate.',
          headers: headerRefs('X-Request-Id'),
          content: { 'application/json': { schema: messageSchema } },
        },
        ...errorResponses('chat', [
          'invalid_request',
          'invalid_signature',
          'not_found',
          'request_too_large',
          'internal',
          'unavailable',
        ]),
      },
    },
  },
};
