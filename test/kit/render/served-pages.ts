import { after, before } from 'node:test';
import { type PageHandler, type PageServer, startPages } from '../pages/pages.js';
import { type Answer, type Service, type ServiceOptions, startService } from '../service/service.js';

export interface ServedPages {
  /** Both exist only while tests run. */
  readonly site: PageServer;
  readonly service: Service;
  get: (path: string, options?: Record<string, string>) => Promise<Answer>;
}

/** Pages and a service that may reach them, for the tests of one `describe`. `node`: settings of its browser-node. */
export const servePages = (
  pages: Record<string, PageHandler>,
  endpoint: string,
  node: NonNullable<ServiceOptions['node']> = {},
): ServedPages => {
  let site: PageServer | undefined;
  let service: Service | undefined;
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The pages are served once tests run.');
    return value;
  };
  before(async () => {
    site = await startPages(pages);
    service = await startService({ allow: `127.0.0.1:${site.port}`, node });
  });
  after(async () => {
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
