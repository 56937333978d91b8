import { createDocument } from 'zod-openapi';
import { readVersion } from '../version.js';
import { accountPaths } from './account-paths.js';
import { adminPaths } from './admin-paths.js';
import { batchPaths } from './batch-paths.js';
import { chatPaths } from './chat-paths.js';
import { errorCatalogue } from './error-responses.js';
import { filePaths } from './file-paths.js';
import { headerComponents } from './headers.js';
import { postedRenderPaths } from './posted-render-paths.js';
import { publicPaths } from './public-paths.js';
import { renderPaths } from './render-paths.js';
import { sessionPaths } from './session-paths.js';
import { signingGuide } from './signing.js';
import { toolPaths } from './tool-paths.js';

export type OpenApiDocument = ReturnType<typeof createDocument>;

const description = () =>
  `
Signed URLs return web pages as pictures, PDFs, text and metadata. An account's API key and secret sign a URL.
The URL then works in a page, a mail or a program.

${signingGuide}

## Errors

Every error is JSON: \`{"success": false, "error": "<sentence>", "code": "<code>", "requestId": "<id>"}\`.

${errorCatalogue}

\`Invalid hash\` means that no secret of the account gives this hash. Sign the query byte for byte, with a secret of this account.
`.trim();

const tags = [
  { name: 'render', description: 'Signed URLs.' },
  { name: 'render v2', description: 'Signed URLs whose signature binds the endpoint and may expire.' },
  { name: 'posted renders', description: 'Renders by JSON with a bearer, also of HTML and Markdown.' },
  { name: 'sessions', description: 'Browsers that stay open, and that clients drive over HTTP or DevTools.' },
  { name: 'tools', description: 'The tool server for models (Model Context Protocol).' },
  { name: 'batches', description: "Many pages at once, stored in the account's own storage." },
  {
    name: 'account',
    description:
      'What the holder of an account reads and changes. Any secret reads. Changes need a secret with the scope `manage`; others get 401 `invalid_credentials` with `"requiredScope": "manage"`.',
  },
  { name: 'chat', description: 'What the slash command of Slack calls.' },
  { name: 'public', description: 'Routes that need no account.' },
  {
    name: 'admin',
    description: 'On the private port only. The token is TINTYPE_ADMIN_TOKEN; without one, these routes answer 404.',
  },
];

/** The OpenAPI document of the api. `base` is the public URL. */
export const createOpenApi = (base: string): OpenApiDocument =>
  createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Tintype',
      version: readVersion(),
      description: description(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base }],
    tags,
    paths: {
      ...renderPaths(),
      ...postedRenderPaths,
      ...sessionPaths,
      ...accountPaths,
      ...toolPaths,
      ...batchPaths,
      ...chatPaths,
      ...publicPaths,
      ...filePaths,
      ...adminPaths,
    },
    components: {
      headers: headerComponents,
      securitySchemes: {
        accountSecret: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Base64 of `user_id:secret`, with any secret of the account. The API key may replace the user id.',
        },
        bodySignature: {
          type: 'apiKey',
          in: 'header',
          name: 'x-req-signature',
          description:
            'HMAC-SHA256 under an API secret, in lowercase hex or base64, with or without `sha256=`. It signs the raw bytes of a body. Without a body, it signs the path for GET; for DELETE and POST the method, a space and the path.',
        },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The token of TINTYPE_ADMIN_TOKEN.' },
      },
    },
  });
