import { tokenPattern } from '@tintype/contracts';
import { z } from 'zod';
import { signV1, signV2 } from '../auth/signature.js';

const inPath = (id: string, description: string, pattern: RegExp) =>
  z.string().regex(pattern).meta({ param: { id, description } });

const apiKey = inPath('apiKey', "The account's API key. It is public.", tokenPattern);
const hash = inPath('hash', 'Lowercase hex MD5 of the API secret followed by the raw query.', /^[0-9a-f]{32}$/);
const hmac = inPath('hmac', 'Lowercase hex HMAC-SHA256, under the API secret, of `endpoint?query`.', /^[0-9a-f]{64}$/);
const expires = z
  .int()
  .min(0)
  .optional()
  .meta({
    param: {
      id: 'expires',
      description: 'Second of the Unix epoch after which the URL answers 401 `expired_url`. Not part of the cache key.',
    },
  });

export interface SigningVersion {
  /** The path before the endpoint. */
  prefix: string;
  /** The end of each operation id. */
  suffix: string;
  tag: string;
  path: z.ZodObject;
  query: Record<string, z.ZodType>;
}

export const signingVersions: readonly SigningVersion[] = [
  { prefix: '/{apiKey}/{hash}', suffix: '', tag: 'render', path: z.object({ apiKey, hash }), query: {} },
  {
    prefix: '/v2/{apiKey}/{hmac}',
    suffix: 'V2',
    tag: 'render v2',
    path: z.object({ apiKey, hmac }),
    query: { expires },
  },
];

const exampleKey = 'YOUR_API_KEY';
const exampleSecret = 'test';
const exampleQuery = 'url=https%3A%2F%2Fnews.ycombinator.com%2F';

/** Explains in Markdown how to sign, for a reader who has never seen the service. */
export const signingGuide = `
## How to sign a URL

    {base}/{api_key}/{hash}/{endpoint}?{query}

1. Write the query: percent-encode every value, join \`name=value\` with \`&\`. The options may stand in any order.
2. \`hash\` is the lowercase hex MD5 of your API secret **immediately followed by that query**. Take the query without the \`?\`,
   byte for byte as you will send it.
3. Put key, hash, endpoint and the same query together. Do not let a library encode the query again after you signed it.

With the secret \`${exampleSecret}\` and the query \`${exampleQuery}\`:

    printf %s '${exampleSecret}${exampleQuery}' | md5sum
    ${signV1(exampleSecret, exampleQuery)}

so this is the URL of a picture:

    {base}/${exampleKey}/${signV1(exampleSecret, exampleQuery)}/image?${exampleQuery}

Encode \`'\` as \`%27\` and \`~\` as \`%7E\`: some HTTP clients rewrite them after you signed. The service also accepts
such a rewritten query. It refuses bytes outside printable ASCII, an option with two different values, and
credentials in the URL. An empty value counts as absent; \`1\` and \`0\` count as \`true\` and \`false\`.

## Version 2

    {base}/v2/{api_key}/{hmac}/{endpoint}?{query}

\`hmac\` is the lowercase hex HMAC-SHA256, with your API secret as its key, of \`{endpoint}?{query}\`. It binds the endpoint,
which version 1 does not, and may carry \`expires\`. For the same page:

    printf %s 'image?${exampleQuery}' | openssl dgst -sha256 -hmac '${exampleSecret}'
    ${signV2(exampleSecret, 'image', exampleQuery)}
`.trim();
