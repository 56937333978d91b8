import { extensionId } from './extension.js';

interface Switch {
  name: string;
  why: string;
}

const commonSwitches: readonly Switch[] = [
  { name: '--remote-debugging-pipe', why: 'the browser ends with our process, and listens on no port' },
  { name: '--no-first-run', why: 'no welcome page' },
  { name: '--disable-sync', why: 'sends no page data to a Google account' },
  { name: '--disable-default-apps', why: 'searching for them takes time' },
  { name: '--disable-component-update', why: 'no calls home' },
  { name: '--disable-domain-reliability', why: 'no calls home' },
  { name: '--disable-breakpad', why: 'no crash reports: they hold page contents' },
  { name: '--metrics-recording-only', why: 'no calls home' },
  { name: '--no-service-autorun', why: 'no background process outlives the browser' },
  { name: '--no-default-browser-check', why: 'no dialog' },
  { name: '--password-store=basic', why: 'does not ask the key ring of the desktop' },
  { name: '--use-mock-keychain', why: 'the same on macOS' },
  { name: '--mute-audio', why: 'servers have no sound output' },
  { name: '--force-color-profile=srgb', why: 'same colours on every machine' },
  { name: '--font-render-hinting=none', why: 'same glyph widths at every scale factor' },
  { name: '--disable-backgrounding-occluded-windows', why: 'a page without a visible window must keep painting' },
  { name: '--disable-renderer-backgrounding', why: 'pages in the background must not be throttled' },
  { name: '--disable-background-timer-throttling', why: 'as above' },
  { name: '--disable-hang-monitor', why: 'each render has its own deadline' },
  { name: '--disable-prompt-on-repost', why: 'no dialog when a form reloads' },
  { name: '--disable-dev-shm-usage', why: 'if the kernel has no memfd: containers have only 64 MB in /dev/shm' },
];

const unwantedFeatures =
  'Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater,AutofillServerCommunication,PaintHolding,RenderDocument';
/** The address bar's popups, which no user sees: each is a page with a process of 50 MB. */
const popupFeatures = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI';
const whyUnwanted =
  'calls home, local network discovery, paint held back after a navigation, and a second frame for the first document';

/**
 * The feature that starts a second page process after the first navigation, for another site. It costs 30 CPU-ms, and
 * most sessions never use it.
 */
const spareProcessFeature = 'SpareRendererForSitePerProcess';

/** Switches of every browser that renders jobs. */
const jobSwitches: readonly Switch[] = [
  { name: '--disable-extensions', why: 'searching for them takes time; sessions have one of ours (extension.ts)' },
  { name: '--block-new-web-contents', why: 'a page could open thousands of pages that no picture shows' },
];

/** Switches of a browser that does not hide that it runs on a server. */
const serverSwitches: readonly Switch[] = [
  { name: `--disable-features=${unwantedFeatures}`, why: whyUnwanted },
  { name: '--disable-gpu', why: 'servers have none; SwiftShader would start another process' },
];

const noScrollbars: Switch = {
  name: '--hide-scrollbars',
  why: 'pictures show none, and the page cannot hide them later',
};

const noSmoothScrolling: Switch = {
  name: '--disable-smooth-scrolling',
  why: 'a picture shows where scrolling ends; smooth scrolling would take 0.7 s',
};

/** Switches of a headless shell that paints only frames that we begin (https://goo.gle/chrome-headless-rendering). */
const frameSwitches: readonly Switch[] = [
  { name: '--run-all-compositor-stages-before-draw', why: 'a frame shows everything up to its time' },
  { name: '--disable-new-content-rendering-timeout', why: 'a page without frames for 4 s is not cleared' },
  { name: '--disable-checker-imaging', why: 'no frame shows a page before its pictures are decoded' },
  { name: '--disable-image-animation-resync', why: 'animated pictures skip no frame after a slow one' },
  { name: '--disable-threaded-animation', why: 'animations follow the time of the frame, also under virtual time' },
  { name: '--disable-threaded-scrolling', why: 'the same for scrolling' },
];

/** Switches of a browser whose pages may ask for the window, screen, mouse and graphics card of a desk. */
const deskSwitches: readonly Switch[] = [
  {
    name: `--disable-features=${unwantedFeatures},${popupFeatures},${spareProcessFeature},NetworkTimeServiceQuerying`,
    why: whyUnwanted,
  },
  {
    name: '--component-updater=url-source=http://0.0.0.0/',
    why: 'calls home despite --disable-component-update fail at this address',
  },
  {
    name: '--gaia-url=http://0.0.0.0/',
    why: 'Chromium keeps asking Google who is logged in; at this address it fails',
  },
  { name: '--headless', why: 'the full browser without a window' },
  {
    name: '--site-per-process',
    why: 'a headless shell otherwise runs frames of other sites in the process of their page, which then hang together',
  },
  { name: '--window-size=1440,900', why: 'the outer window; the page has its own size' },
  { name: '--screen-info={1920x1080}', why: 'a screen larger than the window, as on a desk' },
  {
    name: '--disable-blink-features=AutomationControlled',
    why: 'a session may set navigator.webdriver for each page; a switch would fix it for all',
  },
  {
    name: '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    why: 'reports a mouse, for `(hover: hover)` and `(pointer: fine)`: without one, pages look as on a kiosk',
  },
  { name: '--use-angle=swiftshader', why: 'WebGL without a graphics card' },
  { name: '--enable-unsafe-swiftshader', why: 'as above: Chromium requires it' },
  {
    name: '--disable-gpu-compositing',
    why: 'paints pages without SwiftShader, which repeats its content below 8192 pixels in a tall picture',
  },
  { name: '--disable-search-engine-choice-screen', why: 'no dialog' },
];

const sessionOnlySwitches: readonly Switch[] = [
  { name: '--disable-back-forward-cache', why: 'Playwright does not notice a page that returns from it' },
  {
    name: '--enable-features=NetworkServiceInProcess2',
    why: 'one process and 40 CPU-ms less; Chromium on Linux gives its network service no sandbox either way',
  },
  {
    name: '--in-process-gpu',
    why: 'one process and 40 CPU-ms less; with SwiftShader, Chromium gives its GPU process no sandbox either way',
  },
  { name: '--no-unsandboxed-zygote', why: 'it would start the processes above: 28 CPU-ms' },
];

const names = (switches: readonly Switch[]): readonly string[] => switches.map(({ name }) => name);

/** Switches of a browser for pictures and texts; `egress/switches.ts` has those that guard the network. */
export const renderSwitches: readonly string[] = names([
  ...commonSwitches,
  ...jobSwitches,
  ...serverSwitches,
  noScrollbars,
  noSmoothScrolling,
]);

/** Switches of a browser for recordings, which can show scrollbars and smooth scrolling. */
export const recordingSwitches: readonly string[] = names([...commonSwitches, ...jobSwitches, ...serverSwitches]);

/** Switches of a full browser for jobs that hide automation, recordings too. */
export const hiddenSwitches: readonly string[] = names([
  ...commonSwitches,
  ...jobSwitches,
  ...deskSwitches,
  noSmoothScrolling,
]);

/** Switches that allow frame control for pages of a headless shell. */
export const frameControlSwitches: readonly string[] = names(frameSwitches);

/** Switches of a session's browser, both of a full Chromium and of a headless shell. */
export const sessionSwitches: readonly string[] = names([...commonSwitches, ...deskSwitches, ...sessionOnlySwitches]);

/** Preferences of a full browser on a desk. */
export const deskPreferences = {
  // After a bad certificate, Chromium asks a Google server whether it is behind a captive portal.
  alternate_error_pages: { enabled: false },
  // Same as the switch in `egress/switches.ts`; images have it in the managed policy.
  webrtc: { ip_handling_policy: 'disable_non_proxied_udp' },
};

export const sessionPreferences = {
  ...deskPreferences,
  // The extension also works in the contexts of DevTools clients.
  extensions: { settings: { [extensionId]: { incognito: true } } },
  // Chromium's PDF viewer is an extension with its own pages. Without it, a PDF becomes a download, which sessions
  // refuse.
  plugins: { always_open_pdf_externally: true },
};
