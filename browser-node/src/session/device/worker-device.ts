import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { type SaidInWorker, sayInWorker } from '../../in-page/worker-identity.js';
import type { UserAgent } from './other-sessions.js';

/** Chromium's values in documents of a browser without client hints. */
const noHints: Protocol.Emulation.UserAgentMetadata = {
  brands: [],
  fullVersionList: [],
  fullVersion: '',
  platform: '',
  platformVersion: '',
  architecture: '',
  bitness: '',
  model: '',
  mobile: false,
  wow64: false,
  formFactors: [],
};

const workerValuesOf = ({ userAgent, platform = '', userAgentMetadata = noHints }: UserAgent): SaidInWorker => {
  const { fullVersion: uaFullVersion, ...hints } = userAgentMetadata;
  return { userAgent, platform, hints: { ...hints, uaFullVersion } };
};

const callArguments = (values: SaidInWorker | undefined) => ({
  functionDeclaration: 'function (values) { this(values); }',
  arguments: values ? [{ value: values }] : [],
});

/**
 * Emulates the device in one worker. Chromium sets no platform in workers, and no user agent in shared and service
 * workers except for requests. So a script sets them. Without a device, there is no script.
 */
export class WorkerDevice {
  readonly #session: CdpSession;
  /** The id of the script's function. */
  #script: Promise<string> | undefined;

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** Undefined: no device. The first device applies before the worker runs. */
  async change(device: UserAgent | undefined): Promise<void> {
    const said = device && workerValuesOf(device);
    if (this.#script !== undefined) {
      const objectId = await this.#script;
      await this.#session.send('Runtime.callFunctionOn', { objectId, ...callArguments(said) });
    } else if (said) {
      this.#script = this.#run(said);
      await this.#script;
    }
  }

  async #run(said: SaidInWorker): Promise<string> {
    const expression = `(${sayInWorker})(${JSON.stringify(said)})`;
    const { result } = await this.#session.send('Runtime.evaluate', { expression });
    if (!result.objectId) throw new Error('The worker does not take the device.');
    return result.objectId;
  }
}

/**
 * Sets the user agent of the request for a service worker's script. The browser itself sends it, without the device,
 * until the worker exists.
 */
export const requestScriptAs = (worker: CdpSession, { userAgent }: UserAgent, isThere: Promise<unknown>) => {
  worker.on('Fetch.requestPaused', ({ requestId, request }) => {
    const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'user-agent');
    const headers = [...others, ['User-Agent', userAgent] as const].map(([name, value]) => ({ name, value }));
    // A worker that is gone needs no answer.
    worker.send('Fetch.continueRequest', { requestId, headers }).catch(() => undefined);
  });
  const stop = () => worker.send('Fetch.disable').catch(() => undefined);
  void isThere.then(stop, stop);
  // Chromium gives this request the type `Other`.
  return worker.send('Fetch.enable', { patterns: [{ resourceType: 'Other' }] });
};
