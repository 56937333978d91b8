import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { type SaidInWorker, sayInWorker } from '../../in-page/worker-identity.js';
import type { UserAgent } from './other-sessions.js';

/** Of a browser that has no client hints, Chromium says these in documents. */
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

const callArguments = (said: SaidInWorker | undefined) => ({
  functionDeclaration: 'function (said) { this(said); }',
  arguments: said ? [{ value: said }] : [],
});

/**
 * What a worker says of the device that is played. Chromium tells a worker no platform, and a shared or a service worker no
 * user agent but for its requests: so a script does. A worker of a browser that plays none has no such script.
 */
export class WorkerDevice {
  readonly #session: CdpSession;
  /** What the script has answered. */
  #script: Promise<string> | undefined;

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** Undefined: no device. What is said first, it knows before it does anything. */
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
    if (!result.objectId) throw new Error('The worker does not take what it is to say.');
    return result.objectId;
  }
}

/** The request for the script of a service worker comes from the browser itself, which is told of no device: until the worker is there, it is changed on its way. */
export const requestScriptAs = (worker: CdpSession, { userAgent }: UserAgent, isThere: Promise<unknown>) => {
  worker.on('Fetch.requestPaused', ({ requestId, request }) => {
    const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'user-agent');
    const headers = [...others, ['User-Agent', userAgent] as const].map(([name, value]) => ({ name, value }));
    // A worker that has gone needs no answer.
    worker.send('Fetch.continueRequest', { requestId, headers }).catch(() => undefined);
  });
  const stop = () => worker.send('Fetch.disable').catch(() => undefined);
  void isThere.then(stop, stop);
  // So Chromium calls that request.
  return worker.send('Fetch.enable', { patterns: [{ resourceType: 'Other' }] });
};
