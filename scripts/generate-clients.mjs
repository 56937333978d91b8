// Writes the generated parts of the client libraries out of contracts/vectors. Each module in scripts/clients/ is the
// template of a language. Its `files(tables)` returns the text of each file by its path in the repository.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const tableOf = (name) => JSON.parse(readFileSync(new URL(`contracts/vectors/${name}.json`, root), 'utf8'));
const tables = Object.fromEntries(['options', 'actions', 'errors', 'limits'].map((name) => [name, tableOf(name)]));

let count = 0;
for (const name of readdirSync(new URL('scripts/clients/', root))
  .filter((file) => file.endsWith('.mjs'))
  .sort()) {
  const { files } = await import(`./clients/${name}`);
  for (const [path, text] of Object.entries(files(tables))) {
    writeFileSync(new URL(path, root), text);
    count += 1;
  }
}
process.stdout.write(`${count} files of client libraries\n`);
