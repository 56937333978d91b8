import { AlreadyExists, type BrowserSession, type NewPod, type Pod, type ResourceStore } from '@tintype/crds';
import { NoPod, type PodSource } from '../pass/dependencies.js';
import { isOwn } from './pod-state.js';
import { coldPod, coldPodNames, type PodTemplate } from './resources.js';

export type ColdTemplateFor = (session: BrowserSession, podName: string) => PodTemplate | Promise<PodTemplate>;

/** Creates a pod for each attempt of a session. */
export class ColdStart implements PodSource {
  readonly #store: ResourceStore;
  readonly #template: ColdTemplateFor;

  constructor(store: ResourceStore, template: ColdTemplateFor) {
    this.#store = store;
    this.#template = template;
  }

  async podFor(session: BrowserSession, attempt: number): Promise<Pod> {
    for (const name of coldPodNames(session, attempt)) {
      const pod = await this.#createOrFind(session, coldPod(session, name, await this.#template(session, name)));
      if (pod) return pod;
    }
    throw new NoPod(`Other pods have the names of the pod for session ${session.metadata.name}.`);
  }

  /** Creates the pod, or finds the one of an earlier pass. Undefined if another pod has the name. */
  async #createOrFind(session: BrowserSession, pod: NewPod): Promise<Pod | undefined> {
    try {
      return await this.#store.create('Pod', pod);
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
      return this.#findOwn(session, pod, error);
    }
  }

  /** The session's pod, if an earlier pass created it and then lost the answer, or could not write the status. */
  async #findOwn(
    session: BrowserSession,
    { metadata: { namespace, name } }: NewPod,
    error: AlreadyExists,
  ): Promise<Pod | undefined> {
    const found = await this.#store.get('Pod', { namespace, name });
    if (!found) throw error;
    return isOwn(found, session) ? found : undefined;
  }
}
