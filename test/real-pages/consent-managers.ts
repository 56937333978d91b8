/** Consent managers of npm, as their own documentation says to put them into a page. */
export type ConsentManager = keyof typeof consentManagers;

const script = (file: string) => `<script src="/${file}"></script>`;
const style = (file: string) => `<link rel="stylesheet" href="/${file}">`;
const run = (code: string) => `<script>${code}</script>`;

const klaro = `var klaroConfig = { mustConsent: true, acceptAll: true, privacyPolicy: '/privacy',
  services: [{ name: 'matomo', title: 'Matomo', purposes: ['analytics'], default: false }] }`;

const cookieConsent = `CookieConsent.run({ hideFromBots: false, disablePageInteraction: true,
  guiOptions: { consentModal: { layout: 'cloud', position: 'middle center' } },
  categories: { necessary: { enabled: true, readOnly: true }, analytics: {} },
  language: { default: 'en', translations: { en: {
    consentModal: { title: 'We use cookies', description: 'They measure how you use this site.',
      acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all', showPreferencesBtn: 'Preferences' },
    preferencesModal: { title: 'Preferences', acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all',
      savePreferencesBtn: 'Save', sections: [{ title: 'Strictly necessary', linkedCategory: 'necessary' }] } } } } })`;

const tarteaucitron = `tarteaucitron.init({ orientation: 'middle', hashtag: '#tarteaucitron', cookieName: 'tarteaucitron',
  AcceptAllCta: true, DenyAllCta: true, highPrivacy: true, showIcon: false });
  (tarteaucitron.job = tarteaucitron.job || []).push('youtube')`;

const orejime = `window.orejimeConfig = { forceBanner: true, privacyPolicyUrl: '/privacy',
  purposes: [{ id: 'analytics', title: 'Analytics', cookies: ['_ga'] }] }`;

const osano = `cookieconsent.initialise({ type: 'info', position: 'top', static: true,
  palette: { popup: { background: '#252e39' }, button: { background: '#14a7d0' } } })`;

/**
 * The HTML of each. In this order: a dialog over a dim sheet, one with a scroll lock, a wall in the middle. Then a
 * nested dialog, and a bar that is part of the page, under its navigation.
 */
export const consentManagers = {
  klaro: run(klaro) + script('klaro/dist/klaro.js'),
  'vanilla-cookieconsent':
    style('vanilla-cookieconsent/dist/cookieconsent.css') +
    script('vanilla-cookieconsent/dist/cookieconsent.umd.js') +
    run(cookieConsent),
  tarteaucitron: script('tarteaucitronjs/tarteaucitron.js') + run(tarteaucitron),
  orejime: style('orejime/dist/orejime-standard.css') + run(orejime) + script('orejime/dist/orejime-standard-en.js'),
  cookieconsent:
    style('cookieconsent/build/cookieconsent.min.css') +
    script('cookieconsent/build/cookieconsent.min.js') +
    run(osano),
};
