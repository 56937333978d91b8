import { after, before } from 'node:test';
import { type PageHandler, type PageServer, startPages } from '../pages/pages.js';
import { type Answer, type Service, type ServiceOptions, startService } from '../service/service.js';

export interface ServedPages {
  /** Both exist only while tests run. */
  readonly site: PageServer;
  readonly service: Service;
  get: (path: string, options?: Record<string, string>) => Promise<Answer>;
}

/** One service for all suites of a file. It may reach all ports of 127.0.0.1. */
export class SharedService {
  readonly service: Service;
  readonly #sites: PageServer[] = [];

  private constructor(service: Service) {
    this.service = service;
  }

  /** `node`: settings of its browser-node. */
  static async start(node: NonNullable<ServiceOptions['node']> = {}): Promise<SharedService> {
    return new SharedService(await startService({ allow: '127.0.0.1', node }));
  }

  /** Serves pages until the end: the service would take a later site on the same port for this one. */
  async serve(pages: Record<string, PageHandler>): Promise<PageServer> {
    const site = await startPages(pages);
    this.#sites.push(site);
    return site;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    for (const site of this.#sites) await site.close();
  }
}

/** Pages and a service that may reach them, for the tests of one `describe`. Its own service, or a shared one. */
export const servePages = (
  pages: Record<string, PageHandler>,
  endpoint: string,
  sharedOf?: () => SharedService,
): ServedPages => {
  let site: PageServer | undefined;
  let service: Service | undefined;
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The pages are served once tests run.');
    return value;
  };
  before(async () => {
    const shared = sharedOf?.();
    site = await (shared ? shared.serve(pages) : startPages(pages));
    service = shared?.service ?? (await startService({ allow: `127.0.0.1:${site.port}` }));
  });
  after(async () => {
    if (sharedOf) return;
    await service?.stop();
    await site?.close();
  });
  return {
    get site() {
      return started(site);
    },
    get service() {
      return started(service);
    },
    get: (path, options = {}) => started(service).get({ url: started(site).url(path), ...options }, { endpoint }),
  };
};
