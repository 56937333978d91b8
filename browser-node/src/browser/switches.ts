interface Switch {
  name: string;
  why: string;
}

const all: readonly Switch[] = [
  { name: '--remote-debugging-pipe', why: 'the browser ends when we do, and no port of it listens' },
  { name: '--no-first-run', why: 'no welcome page, no questions' },
  { name: '--disable-sync', why: 'nothing of a page leaves for an account' },
  { name: '--disable-extensions', why: 'none are wanted, and looking for them takes time' },
  { name: '--disable-default-apps', why: 'as extensions' },
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
  { name: '--hide-scrollbars', why: 'still pictures show none; they could not be hidden later' },
  { name: '--disable-backgrounding-occluded-windows', why: 'a page without a window must go on painting' },
  { name: '--disable-renderer-backgrounding', why: 'pages that are not in front must not be throttled' },
  { name: '--disable-background-timer-throttling', why: 'as above' },
  { name: '--disable-hang-monitor', why: 'we have a deadline of our own' },
  { name: '--block-new-web-contents', why: 'a page opens no other: nobody would see it, and it can open thousands' },
  { name: '--disable-prompt-on-repost', why: 'no dialog on reload of a form' },
  { name: '--disable-dev-shm-usage', why: 'containers have 64 MB there, a tall page needs more' },
  { name: '--disable-gpu', why: 'servers have none; SwiftShader would start one process more' },
  {
    name: '--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater,AutofillServerCommunication,PaintHolding,RenderDocument',
    why: 'calls home, local network discovery, paint held back after a navigation, and a second frame for the first document',
  },
];

/** Switches of every browser that renders; those that guard its network are the egress guard's (egress/switches.ts). */
export const renderSwitches: readonly string[] = all.map(({ name }) => name);
