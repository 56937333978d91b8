import { findDevice, type Options, TintypeError } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import { CdpError, type CdpSession } from '../../browser/cdp/connection.js';
import type { Page } from '../../browser/page/page.js';
import { hidesAutomation } from './viewport.js';

/** The languages that a browser with this locale accepts: with the region, then without. */
export const acceptedLanguages = (locale: string): string => {
  const { language }: { language?: string | undefined } = new Intl.Locale(locale);
  // `und-Latn` has no language.
  return language === undefined || language === locale ? locale : `${locale},${language}`;
};

/** The user agent of the options. */
export const userAgentOf = ({ userAgent, emulateDevice = '' }: Options): string | undefined =>
  userAgent ?? findDevice(emulateDevice)?.userAgent;

/** Overrides user agent and languages. An empty user agent keeps the browser's own. Chromium adds the weights of the header. */
const identityOf = (options: Options): Protocol.Emulation.SetUserAgentOverrideRequest | undefined => {
  const userAgent = userAgentOf(options);
  // `hideAutomation` sets the whole identity.
  if (hidesAutomation(options) || (userAgent === undefined && options.locale === undefined)) return undefined;
  const language = options.locale === undefined ? {} : { acceptLanguage: acceptedLanguages(options.locale) };
  return { userAgent: userAgent ?? '', ...language };
};

/** One command sets media and features, so a later one has to repeat the features. */
export const emulatedMedia = (options: Options, media = options.media): Protocol.Emulation.SetEmulatedMediaRequest => ({
  ...(media === undefined ? {} : { media }),
  features: [
    ...(options.darkMode ? [{ name: 'prefers-color-scheme', value: 'dark' }] : []),
    ...(options.reducedMotion ? [{ name: 'prefers-reduced-motion', value: 'reduce' }] : []),
  ],
});

/** BCP 47 allows tags that Chromium does not know, such as `status`. For these, throws `invalid_option`. */
const setLocale = async (session: CdpSession, locale: string): Promise<void> => {
  await session.send('Emulation.setLocaleOverride', { locale }).catch((cause: unknown) => {
    if (!(cause instanceof CdpError)) throw cause;
    throw new TintypeError(
      'invalid_option',
      `The browser does not know the \`locale\` ${locale}. Use one such as de-DE.`,
      {
        cause,
      },
    );
  });
};

/** Settings of the page that its frames need too, except those of the network. */
export const emulate = (options: Options, session: CdpSession): Promise<unknown>[] => {
  const { timezone: timezoneId, locale } = options;
  const identity = identityOf(options);
  const steps: Promise<unknown>[] = [];
  if (identity) steps.push(session.send('Emulation.setUserAgentOverride', identity));
  if (options.darkMode || options.reducedMotion || options.media !== undefined)
    steps.push(session.send('Emulation.setEmulatedMedia', emulatedMedia(options)));
  if (timezoneId !== undefined) steps.push(session.send('Emulation.setTimezoneOverride', { timezoneId }));
  if (locale !== undefined) steps.push(setLocale(session, locale));
  if (!options.javascript) steps.push(session.send('Emulation.setScriptExecutionDisabled', { value: true }));
  return steps;
};

/** Sets the location for all frames, and lets each of them ask for it. The permission ends with the page's context. */
export const setGeolocation = (
  { session, connection, contextId }: Page,
  { geolocation }: Options,
): Promise<unknown>[] =>
  geolocation === undefined
    ? []
    : [
        session.send('Emulation.setGeolocationOverride', geolocation),
        connection.browser.send('Browser.grantPermissions', {
          permissions: ['geolocation'],
          browserContextId: contextId,
        }),
      ];
