import { extensionId } from './extension.js';

interface Switch {
  name: string;
  why: string;
}

const ofEveryBrowser: readonly Switch[] = [
  { name: '--remote-debugging-pipe', why: 'the browser ends when we do, and no port of it listens' },
  { name: '--no-first-run', why: 'no welcome page, no questions' },
  { name: '--disable-sync', why: 'nothing of a page leaves for an account' },
  { name: '--disable-default-apps', why: 'none are wanted, and looking for them takes time' },
  { name: '--disable-component-update', why: 'no calls home' },
  { name: '--disable-domain-reliability', why: 'no calls home' },
  { name: '--disable-breakpad', why: 'no crash reports: they hold page contents' },
  { name: '--metrics-recording-only', why: 'no calls home' },
  { name: '--no-service-autorun', why: 'no background processes that outlive the browser' },
  { name: '--no-default-browser-check', why: 'no question' },
  { name: '--password-store=basic', why: 'no key ring of the desktop is asked' },
  { name: '--use-mock-keychain', why: 'the same on macOS' },
  { name: '--mute-audio', why: 'servers have no ears' },
  { name: '--force-color-profile=srgb', why: 'the same colours on every machine' },
  { name: '--font-render-hinting=none', why: 'the same glyph widths at every scale factor' },
  { name: '--disable-backgrounding-occluded-windows', why: 'a page without a window must go on painting' },
  { name: '--disable-renderer-backgrounding', why: 'pages that are not in front must not be throttled' },
  { name: '--disable-background-timer-throttling', why: 'as above' },
  { name: '--disable-hang-monitor', why: 'we have a deadline of our own' },
  { name: '--disable-prompt-on-repost', why: 'no dialog on reload of a form' },
  { name: '--disable-dev-shm-usage', why: 'where the kernel gives no memfd: containers have 64 MB there' },
];

const unwanted =
  'Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater,AutofillServerCommunication,PaintHolding,RenderDocument';
/** The address bar's popups, which no user sees: each is a page with a process of 50 MB. */
const unseen = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI';
const whyUnwanted =
  'calls home, local network discovery, paint held back after a navigation, and a second frame for the first document';

const ofRenders: readonly Switch[] = [
  { name: `--disable-features=${unwanted}`, why: whyUnwanted },
  { name: '--disable-extensions', why: 'as default apps; sessions have one of ours (extension.ts)' },
  { name: '--hide-scrollbars', why: 'still pictures show none; they could not be hidden later' },
  { name: '--block-new-web-contents', why: 'a page opens no other: nobody would see it, and it can open thousands' },
  {
    name: '--disable-smooth-scrolling',
    why: 'a still picture shows where scrolling ends, and 0.7 s of it need no wait',
  },
  { name: '--disable-gpu', why: 'servers have none; SwiftShader would start one process more' },
];

const ofSessions: readonly Switch[] = [
  { name: `--disable-features=${unwanted},${unseen},NetworkTimeServiceQuerying`, why: whyUnwanted },
  {
    name: '--component-updater=url-source=http://0.0.0.0/',
    why: 'what --disable-component-update does not keep from calling home finds nobody',
  },
  { name: '--gaia-url=http://0.0.0.0/', why: 'who is logged in at Google is asked again and again; nobody is there' },
  { name: '--headless', why: 'the headless mode of the full browser, which is the browser itself without a window' },
  { name: '--window-size=1440,900', why: 'of the window around the page, whose size is set apart' },
  { name: '--screen-info={1920x1080}', why: 'a screen larger than the window, as there is on a desk' },
  {
    name: '--disable-blink-features=AutomationControlled',
    why: 'navigator.webdriver is set by page, where a session wants it (session/target-settings.ts); what a switch sets stays',
  },
  {
    name: '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    why: 'a mouse, for `(hover: hover)` and `(pointer: fine)`: none is plugged in, and pages would be as on a kiosk without any',
  },
  { name: '--use-angle=swiftshader', why: 'WebGL without a graphics card' },
  { name: '--enable-unsafe-swiftshader', why: 'as above: Chromium does not take it unasked any more' },
  {
    name: '--disable-gpu-compositing',
    why: 'pages are painted without SwiftShader, which repeats what it painted from 8192 pixels on in a tall picture',
  },
  { name: '--disable-back-forward-cache', why: 'Playwright waits in vain for a page that comes back from it' },
  { name: '--disable-search-engine-choice-screen', why: 'no question' },
];

const names = (switches: readonly Switch[]): readonly string[] => switches.map(({ name }) => name);

/** Switches of every browser that renders. `egress/switches.ts` has those that guard the network. */
export const renderSwitches: readonly string[] = names([...ofEveryBrowser, ...ofRenders]);

/** Switches of a session's browser, always a full Chromium. */
export const sessionSwitches: readonly string[] = names([...ofEveryBrowser, ...ofSessions]);

/** Settings without a switch, in a session's profile. */
export const sessionPreferences = {
  // After a bad certificate, Chromium asks a Google server whether it is behind a captive portal.
  alternate_error_pages: { enabled: false },
  // Also in the contexts of DevTools clients.
  extensions: { settings: { [extensionId]: { incognito: true } } },
  // Its viewer is an extension with its own pages. A PDF becomes a download, which sessions refuse.
  plugins: { always_open_pdf_externally: true },
  // Same as the switch in `egress/switches.ts`; images have it in the managed policy.
  webrtc: { ip_handling_policy: 'disable_non_proxied_udp' },
};
