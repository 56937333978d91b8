import { launchBrowser, Page } from '@tintype/browser-node';

const binary = process.env.TINTYPE_HEADLESS_SHELL ?? '/usr/lib/chromium/chromium-headless-shell';
/** `nobody` of most systems: Chromium's sandbox does not start as root. */
const nobody = 65_534;

/** A page as a visitor has it: scripts run in its own world, where they can do what any page can. */
export interface VisitedPage {
  /** Waits for the load event. Throws what Chromium gives up with. */
  goto: (url: string) => Promise<void>;
  /** The promise's outcome as text. Throws when the page goes away. */
  evaluate: (expression: string) => Promise<string>;
  close: () => Promise<void>;
}

const visit = (page: Page): VisitedPage => {
  const { session } = page;
  return {
    goto: async (url) => {
      const loaded = Promise.withResolvers<void>();
      const off = session.on('Page.loadEventFired', () => loaded.resolve());
      const { errorText } = await session.send('Page.navigate', { url });
      if (errorText) throw new Error(errorText);
      await Promise.race([loaded.promise, page.gone]);
      off();
    },
    evaluate: async (expression) => {
      const parameters = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', parameters);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return String(result.value);
    },
    close: () => page.dispose(),
  };
};

/** A browser launched as production launches it, with these switches besides the usual ones, its sandbox on. */
export const startBrowser = async (switches: readonly string[]) => {
  const uid = process.getuid?.() === 0 ? nobody : undefined;
  const { connection, close } = await launchBrowser({ binary, full: false, uid, switches });
  return {
    newPage: async () => visit(await Page.create(connection, { width: 1280, height: 800 })),
    close,
  };
};
