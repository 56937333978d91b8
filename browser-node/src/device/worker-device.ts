import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../browser/cdp/connection.js';
import { setWorkerIdentity, type WorkerIdentity } from '../in-page/identity/worker-identity.js';
import type { UserAgent } from './identity.js';

/** Chromium's values without client hints. */
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

const workerValuesOf = ({ userAgent, platform = '', userAgentMetadata = noHints }: UserAgent): WorkerIdentity => {
  const { fullVersion: uaFullVersion, ...hints } = userAgentMetadata;
  return { userAgent, platform, hints: { ...hints, uaFullVersion } };
};

const callArguments = (values: WorkerIdentity | undefined) => ({
  functionDeclaration: 'function (values) { this(values); }',
  arguments: values ? [{ value: values }] : [],
});

/**
 * Emulates the device in one worker by a script. Chromium sets no platform in workers, and no user agent in shared and
 * service workers except for requests.
 */
export class WorkerDevice {
  readonly #session: CdpSession;
  #script: Promise<string> | undefined;

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** The first device applies before the worker runs. */
  async change(device: UserAgent | undefined): Promise<void> {
    const values = device && workerValuesOf(device);
    if (this.#script !== undefined) {
      const objectId = await this.#script;
      await this.#session.send('Runtime.callFunctionOn', { objectId, ...callArguments(values) });
    } else if (values) {
      this.#script = this.#run(values);
      await this.#script;
    }
  }

  async #run(values: WorkerIdentity): Promise<string> {
    const expression = `(${setWorkerIdentity})(${JSON.stringify(values)})`;
    const { result } = await this.#session.send('Runtime.evaluate', { expression });
    if (!result.objectId) throw new Error('The worker does not take the device.');
    return result.objectId;
  }
}

/** Sets the user agent of the request for a service worker's script, which the browser sends without the device. */
export const requestScriptAs = (worker: CdpSession, { userAgent }: UserAgent, commandsAnswered: Promise<unknown>) => {
  worker.on('Fetch.requestPaused', ({ requestId, request }) => {
    const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'user-agent');
    const headers = [...others, ['User-Agent', userAgent] as const].map(([name, value]) => ({ name, value }));
    worker.send('Fetch.continueRequest', { requestId, headers }).catch(() => undefined);
  });
  const stop = () => worker.send('Fetch.disable').catch(() => undefined);
  void commandsAnswered.then(stop, stop);
  // Chromium gives this request the type `Other`.
  return worker.send('Fetch.enable', { patterns: [{ resourceType: 'Other' }] });
};
