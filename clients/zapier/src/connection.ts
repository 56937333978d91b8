import { Tintype, UsageError, version } from '@tintype/client';
import { explained } from './failures.js';
import type { Bundle, Z } from './platform.js';

/** Zapier ends a step after 30 s: https://docs.zapier.com/integrations/build/operating-constraints */
const stepMs = 28_000;

const fields = [
  {
    key: 'baseUrl',
    label: 'Address of the Service',
    type: 'string',
    required: true,
    isNoSecret: true,
    placeholder: 'https://tintype.example.com',
    helpText: 'Your Tintype service. Zapier must reach it from the internet.',
  },
  {
    key: 'apiKey',
    label: 'API Key',
    type: 'string',
    required: true,
    helpText: 'The console of your service (`/console`) shows it.',
  },
  {
    key: 'apiSecret',
    label: 'API Secret',
    type: 'password',
    required: true,
    helpText:
      'A secret of the account. Make one for Zapier alone in the console, with the scope `use`. You can then delete it without harm to other programs.',
  },
] as const;

/** People paste addresses without a scheme. */
const addressOf = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);

/** The client of the connection's account. Throws a `UsageError` that says which field is empty or wrong. */
export const clientOf = ({ authData }: Pick<Bundle, 'authData'>): Tintype => {
  const [baseUrl = '', key = '', secret = ''] = fields.map((field) => authData[field.key]?.trim());
  const missing = fields.find((field) => !authData[field.key]?.trim());
  if (missing) throw new UsageError(`The connection has no ${missing.label}. Reconnect Tintype in Zapier.`);
  return new Tintype({
    ...{ key, secret, baseUrl: addressOf(baseUrl), userAgent: `tintype-zapier/${version}` },
    // Zapier itself repeats a step, after the delay of a ThrottledError.
    ...{ timeoutMs: stepMs, retries: 0 },
  });
};

export interface TestResult {
  id: string;
  host: string;
}

const test = (z: Z, bundle: Bundle): Promise<TestResult> =>
  explained(
    z,
    bundle,
    async () => {
      const { id } = await clientOf(bundle).account.get();
      return { id, host: new URL(addressOf(bundle.authData.baseUrl?.trim() ?? '')).host };
    },
    // Nothing has expired: the person is connecting.
    (message) => new z.errors.Error(message, 'AuthenticationError', 401),
  );

/** Zapier fills it in from the result of the test. */
const connectionLabel = '{{id}} at {{host}}';

export const authentication = { type: 'custom', fields, test, connectionLabel } as const;
