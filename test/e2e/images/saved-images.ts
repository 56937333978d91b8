import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { imageFaults, imageTargets, type JudgedImage, mostMegabytes } from './judge-image.js';

interface Saved {
  Config: string;
  Layers: string[];
  RepoTags: string[];
}

interface Configuration {
  config?: JudgedImage['config'];
  history?: { created_by?: string }[];
}

/** An image in a folder of `saveImages`: what nodes get. */
const readSaved = (folder: string, name: string): JudgedImage => {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const saved = (read('manifest.json') as Saved[]).find(({ RepoTags }) => RepoTags.includes(name));
  if (!saved) throw new Error(`There is no image ${name} in ${folder}.`);
  const { config = {}, history = [] }: Configuration = read(saved.Config);
  const bytes = saved.Layers.reduce((sum, layer) => sum + statSync(join(folder, layer)).size, 0);
  return { config, history: history.map(({ created_by = '' }) => created_by), megabytes: bytes / 1e6 };
};

/** Says how large each of our images is. @throws when one of them is not as an image should be. */
export const judgeSaved = (folder: string, nameOf: (target: (typeof imageTargets)[number]) => string): void => {
  const faults = imageTargets.flatMap((target) => {
    const image = readSaved(folder, nameOf(target));
    console.log(`${String(Math.round(image.megabytes)).padStart(7)} MB ${target}, of ${mostMegabytes[target]} at most`);
    return imageFaults(image, mostMegabytes[target]).map((fault) => `${target}: ${fault}`);
  });
  if (faults.length > 0) throw new Error(`Images are not as they should be:\n${faults.join('\n')}`);
};
