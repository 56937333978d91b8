import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { judgeRequest } from './ad-rules.js';
import { FilterLists } from './filter-lists.js';
import { findLists } from './list-files.js';

const log = { info: () => undefined, warn: () => undefined };

describe('FilterLists', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-lists-'));
    await writeFile(join(folder, 'one.txt'), '||one.test^\n');
    await writeFile(join(folder, 'badlists.txt'), '||bad.test^\n');
    await writeFile(join(folder, '.hidden.txt'), '||hidden.test^\n');
    await symlink(join(folder, 'one.txt'), join(folder, 'linked.txt'));
  });
  after(() => rm(folder, { recursive: true }));

  const blocks = async (lists: FilterLists, host: string) => {
    const engine = await lists.engine();
    const request = { url: `https://${host}/x.png`, pageUrl: 'https://page.test/', type: 'Image' } as const;
    return engine && judgeRequest(engine, request) === 'block';
  };

  it('finds the lists of a folder, also behind links as a ConfigMap has them', async () => {
    const found = await findLists([folder]);
    assert.deepEqual(
      found.files.map(({ path }) => path.slice(folder.length + 1)),
      ['linked.txt', 'one.txt'],
    );
  });

  it('reads changed lists while it runs, and knows their age', async () => {
    const file = join(folder, 'one.txt');
    await utimes(file, new Date(), new Date(Date.now() - 3_600_000));
    const lists = new FilterLists({ paths: [file], log });
    try {
      assert.deepEqual([await blocks(lists, 'one.test'), await blocks(lists, 'two.test')], [true, false]);
      assert.ok((lists.ages[0]?.seconds ?? 0) > 3500);
      await writeFile(file, '||two.test^\n');
      await lists.look();
      assert.deepEqual([await blocks(lists, 'one.test'), await blocks(lists, 'two.test')], [false, true]);
      await rm(file);
      await lists.look();
      assert.equal(await blocks(lists, 'two.test'), true, 'a broken change leaves the rules as they were');
    } finally {
      lists.close();
    }
  });

  it('loads the parsed lists from its cache, unless the lists changed or the file is broken', async () => {
    const [file, cacheFile] = [join(folder, 'two.txt'), join(folder, 'cache')];
    const load = async (rules: string) => {
      await writeFile(file, rules);
      const lists = new FilterLists({ paths: [file], cacheFile, log });
      const outcome = [await blocks(lists, 'one.test'), await blocks(lists, 'two.test')];
      lists.close();
      return outcome;
    };
    assert.deepEqual(await load('||one.test^'), [true, false]);
    const first = await readFile(cacheFile);
    assert.deepEqual(await load('||one.test^'), [true, false]);
    assert.deepEqual(await load('||two.test^'), [false, true]);
    assert.notDeepEqual(await readFile(cacheFile), first);
    await writeFile(cacheFile, (await readFile(cacheFile)).subarray(0, 200));
    assert.deepEqual(await load('||two.test^'), [false, true]);
  });

  it('removes old drafts of its cache, which a crash left', async () => {
    const [file, cacheFile] = [join(folder, 'three.txt'), join(folder, 'parsed')];
    const [old, fresh, other] = [`${cacheFile}.1.new`, `${cacheFile}.2.new`, `${cacheFile}-2.new`];
    await writeFile(file, '||three.test^');
    const load = async () => {
      const lists = new FilterLists({ paths: [file], cacheFile, log });
      assert.equal(await blocks(lists, 'three.test'), true);
      lists.close();
    };
    await load();
    for (const path of [old, fresh, other]) await writeFile(path, '');
    for (const path of [old, other]) await utimes(path, new Date(), new Date(Date.now() - 3_600_000));
    await load();
    const left = (await readdir(folder)).filter((name) => name.startsWith('parsed')).sort();
    assert.deepEqual(left, ['parsed', 'parsed-2.new', 'parsed.2.new']);
  });

  it('has no engine without lists', async () => {
    const lists = new FilterLists({ paths: [join(folder, 'nowhere')], log });
    assert.deepEqual([await lists.engine(), lists.ages], [undefined, []]);
    lists.close();
  });

  it('leaves out a path that cannot be read, and logs it once', async () => {
    const [file, typo] = [join(folder, 'four.txt'), join(folder, 'nowhere')];
    const warned: unknown[] = [];
    const warn = (facts: { path?: string }) => warned.push(facts.path);
    await writeFile(file, '||four.test^\n');
    const lists = new FilterLists({ paths: [typo, file], log: { ...log, warn } as never });
    try {
      assert.equal(await blocks(lists, 'four.test'), true);
      await lists.look();
      assert.deepEqual(warned, [typo]);
      await writeFile(typo, '||five.test^\n');
      await lists.look();
      assert.deepEqual([await blocks(lists, 'four.test'), await blocks(lists, 'five.test')], [true, true]);
      await rm(typo);
      await lists.look();
      assert.equal(await blocks(lists, 'five.test'), true, 'lists in use stay');
    } finally {
      lists.close();
    }
  });

  it('leaves out a file of a folder that cannot be read', async () => {
    const inner = await mkdtemp(join(folder, 'inner-'));
    await writeFile(join(inner, 'six.txt'), '||six.test^\n');
    await symlink(join(inner, 'nowhere'), join(inner, 'dangling.txt'));
    const { files, unread } = await findLists([inner]);
    assert.deepEqual(
      [files, unread].map((each) => each.map(({ path }) => path.slice(inner.length + 1))),
      [['six.txt'], ['dangling.txt']],
    );
  });
});
