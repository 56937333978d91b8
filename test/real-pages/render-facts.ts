import { execFileSync } from 'node:child_process';
import { npmFolder } from '../kit/programs/npm-packages.js';
import { type Service, startService } from '../kit/service/service.js';
import type { Facts } from './golden-file.js';
import type { RealPage } from './page-list.js';
import { factsOf } from './picture-facts.js';
import { servePackages } from './serve-packages.js';

const picture = { endpoint: 'image', options: { full: 'true' } };

/** What is rendered of each page. `blocked` has no lines of its own: these pages have nothing to block. */
export const variants: Record<string, { endpoint: string; options: Record<string, string>; golden?: string }> = {
  full: picture,
  dark: { endpoint: 'image', options: { full: 'true', darkMode: 'true' } },
  blocked: {
    ...picture,
    options: { ...picture.options, blockAds: 'true', blockCookieBanners: 'true' },
    golden: 'full',
  },
  pdf: { endpoint: 'pdf', options: { printBackground: 'true' } },
};

const wordsOf = (pdf: Buffer): number =>
  execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split(/\s+/)
    .filter(Boolean).length;

export interface RealSite {
  /** Throws the answer of a failed render. */
  render: (page: RealPage, variant: string) => Promise<Facts>;
  stop: () => Promise<void>;
}

/** A service, and the installed packages beside it on loopback. */
export const startRealSite = async (): Promise<RealSite> => {
  const site = await servePackages(`${npmFolder('realPages')}/node_modules`);
  let service: Service;
  try {
    service = await startService({ allow: `127.0.0.1:${site.port}` });
  } catch (error) {
    await site.close();
    throw error;
  }
  const render = async ({ file }: RealPage, variant: string): Promise<Facts> => {
    const { endpoint = '', options = {} } = variants[variant] ?? {};
    const { status, body } = await service.get({ url: site.url(`/${file}`), ...options }, { endpoint });
    if (status !== 200) throw new Error(`${status}: ${body}`);
    return endpoint === 'pdf' ? { words: wordsOf(body) } : { picture: factsOf(body) };
  };
  const stop = async () => {
    await service.stop();
    await site.close();
  };
  return { render, stop };
};
