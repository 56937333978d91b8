import { AlreadyExists, type BrowserSession, type NewPod, type Pod, type ResourceStore } from '@tintype/crds';
import { coldPodName } from './names.js';
import type { PodSource } from './outside.js';
import { coldPod, type PodTemplate } from './resources.js';

/** Makes a pod for each attempt of a session. */
export class ColdStart implements PodSource {
  readonly #store: ResourceStore;
  readonly #template: (session: BrowserSession) => PodTemplate;

  constructor(store: ResourceStore, template: (session: BrowserSession) => PodTemplate) {
    this.#store = store;
    this.#template = template;
  }

  async podFor(session: BrowserSession, attempt: number): Promise<Pod> {
    const name = coldPodName(session, attempt);
    const pod = coldPod(session, name, this.#template(session));
    try {
      return await this.#store.create('Pod', pod);
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
      return this.#found(pod, error);
    }
  }

  /** Made by an earlier pass, whose answer was lost or whose status was refused. */
  async #found({ metadata: { namespace, name } }: NewPod, error: AlreadyExists): Promise<Pod> {
    const found = await this.#store.get('Pod', { namespace, name });
    if (!found) throw error;
    return found;
  }
}
