// Writes the WordPress plugin of clients/wordpress as tintype.zip into a folder:
//     node scripts/bundle-wordpress.mjs [FOLDER]     without an argument: clients/wordpress/dist
// The zip has a copy of the PHP library in its own namespace, because other plugins may bring another version. Equal
// files give equal bytes: entries are sorted, dated 1980-01-01 and not compressed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const plugin = join(root, 'clients/wordpress');
const library = join(root, 'clients/php');

/** What only this repository needs. */
const left = /^(dist|README\.md|phpcs\.xml\.dist)($|\/)/;

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

const header =
  "<?php\n\n// A copy of the library tintype/client, in this plugin's namespace (scripts/bundle-wordpress.mjs).\n";

/** `Tintype` as the first part of a name, in code and in strings of code. */
const moved = (text) =>
  text
    .replace(/^<\?php\n/, header)
    .replaceAll(/\bTintype(?=;|\\)/g, (name) => `${name}\\WordPress\\Library`)
    .replaceAll("'Tintype\\WordPress\\Library\\\\'", "'Tintype\\\\WordPress\\\\Library\\\\'");

function entries() {
  const own = filesUnder(plugin)
    .filter((path) => !left.test(path))
    .map((path) => [path, readFileSync(join(plugin, path))]);
  const carried = ['autoload.php', ...filesUnder(join(library, 'src')).map((path) => `src/${path}`)].map((path) => [
    `library/${path}`,
    Buffer.from(moved(readFileSync(join(library, path), 'utf8'))),
  ]);
  return [...own, ...carried].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Fields of an entry that its local and its central header share (APPNOTE.TXT of PKWARE, 4.3.7 and 4.3.12). */
function fields(name, bytes) {
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(10, 0); // version to extract
  shared.writeUInt16LE(0x0800, 2); // names are UTF-8
  shared.writeUInt16LE(0, 4); // stored
  shared.writeUInt32LE(0x00210000, 6); // 1980-01-01 00:00
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(bytes.length, 14);
  shared.writeUInt32LE(bytes.length, 18);
  shared.writeUInt16LE(name.length, 22);
  return shared;
}

function zip(files) {
  const [locals, centrals] = [[], []];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(`tintype/${path}`);
    const shared = fields(name, bytes);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(0o100644 * 0x10000, 6); // a file that all may read
    tail.writeUInt32LE(offset, 10);
    // Made on Unix, version 3.0: readers then take the mode.
    centrals.push(Buffer.from('PK\x01\x02\x1e\x03', 'latin1'), shared, tail, name);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

const folder = resolve(process.argv[2] ?? join(plugin, 'dist'));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'tintype.zip'), zip(entries()));
process.stdout.write(`${relative(process.cwd(), join(folder, 'tintype.zip'))}\n`);
