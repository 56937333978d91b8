import { execFileSync } from 'node:child_process';
import { npmFolder } from '../kit/programs/npm-packages.js';
import { type Service, startService } from '../kit/service/service.js';
import type { Facts, WordFacts } from './golden-file.js';
import type { RealPage } from './page-list.js';
import { factsOf } from './picture-facts.js';
import { servePackages } from './serve-packages.js';

export interface Variant {
  readonly name: string;
  readonly endpoint: string;
  readonly options: Readonly<Record<string, string>>;
  /** The line of golden.txt that it has to look like. */
  readonly golden: string;
}

const full = { full: 'true' };
const blocking = { blockAds: 'true', blockCookieBanners: 'true' };
const paper = { printBackground: 'true' };

/** What is rendered of a page. Blocking changes nothing without banner and ads, and gives the page under a banner. */
export const variantsOf = ({ name, banner, isArticle, hasAds }: RealPage): Variant[] => {
  const variant = (own: string, endpoint: string, options: Variant['options'], golden = `${name} ${own}`): Variant => ({
    name: own,
    endpoint,
    options,
    golden,
  });
  const pictures = [
    variant('full', 'image', full),
    variant('blocked', 'image', { ...full, ...blocking }, `${banner?.on ?? name} ${hasAds ? 'blocked' : 'full'}`),
  ];
  if (banner) return [...pictures, variant('blocked-pdf', 'pdf', { ...paper, ...blocking }, `${banner.on} pdf`)];
  const all = [...pictures, variant('dark', 'image', { ...full, darkMode: 'true' }), variant('pdf', 'pdf', paper)];
  return isArticle ? [...all, variant('content', 'content', {})] : all;
};

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);

const pdfFacts = (pdf: Buffer): WordFacts => {
  const options = { input: pdf, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return { words: wordsIn(execFileSync('pdftotext', ['-', '-'], options)).length };
};

const textIn = (answer: Buffer): string => (JSON.parse(answer.toString()) as { textContent: string }).textContent;

const textFacts = (answer: Buffer): WordFacts => {
  const words = wordsIn(textIn(answer));
  return { words: words.length, ends: [...words.slice(0, 3), ...words.slice(-3)].join('_') };
};

const factsFrom: Record<string, (body: Buffer) => Facts> = {
  image: (png) => ({ picture: factsOf(png) }),
  pdf: pdfFacts,
  content: textFacts,
};

export interface RealSite {
  /** Throws the answer of a failed render. */
  render: (page: RealPage, variant: Variant) => Promise<Facts>;
  /** The text of a page below `node_modules`. */
  read: (file: string) => Promise<string>;
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
  const render = async ({ file, banner }: RealPage, { endpoint, options }: Variant): Promise<Facts> => {
    const url = new URL(site.url(`/${file}`));
    if (banner) url.searchParams.set('manager', banner.manager);
    const { status, body } = await service.get({ url: url.href, ...options }, { endpoint });
    const facts = factsFrom[endpoint];
    if (status !== 200 || !facts) throw new Error(`${status}: ${body}`);
    return facts(body);
  };
  const read = async (file: string): Promise<string> => {
    const { status, body } = await service.get({ url: site.url(`/${file}`) }, { endpoint: 'content' });
    if (status !== 200) throw new Error(`${status}: ${body}`);
    return textIn(body);
  };
  const stop = async () => {
    await service.stop();
    await site.close();
  };
  return { render, read, stop };
};
