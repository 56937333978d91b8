import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { INodeProperties } from 'n8n-workflow';
import { batchFields } from '../nodes/Tintype/batch-form.js';
import { operations } from '../nodes/Tintype/operations.js';
import { endpoints, pageFields } from '../nodes/Tintype/page-form.js';
import { sessionFields } from '../nodes/Tintype/session-form.js';

const tableOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../contracts/vectors/${name}.json`, import.meta.url), 'utf8'));
const options: { name: string; endpoints: string[] }[] = tableOf('options');
const actions: { name: string; payload: { name: string; required?: boolean }[] }[] = tableOf('actions');

const form = [...operations, ...pageFields, ...sessionFields, ...batchFields];

/** The fields that n8n shows for these values, the options last. */
const shownFor = (values: Record<string, string>): INodeProperties[] =>
  form.filter(({ displayOptions: { show = {} } = {} }) =>
    Object.entries(show).every(([name, wanted]) => wanted.includes(values[name] ?? '')),
  );

/** Names of fields, with those in the group "Options". */
const namesIn = (fields: readonly INodeProperties[]): string[] =>
  fields.flatMap((field) =>
    field.type === 'collection' ? (field.options as INodeProperties[]).map(({ name }) => name) : [field.name],
  );

describe('the form', () => {
  for (const endpoint of endpoints)
    it(`of ${endpoint} has each option once`, () => {
      const names = namesIn(shownFor({ resource: 'page', operation: endpoint, source: 'url', output: 'file' }));
      const wanted = options.filter((option) => option.endpoints.includes(endpoint)).map(({ name }) => name);
      for (const name of wanted) assert.equal(names.filter((each) => each === name).length, 1, name);
    });

  for (const { name, payload } of actions)
    it(`of the action ${name} has each property once, and the required ones above the options`, () => {
      const fields = shownFor({ resource: 'session', operation: 'act', actionType: name });
      const names = namesIn(fields);
      for (const { name: property, required } of payload) {
        assert.equal(names.filter((each) => each === property).length, 1, property);
        if (required) assert.equal(fields.find((field) => field.name === property)?.required, true, property);
      }
    });

  for (const [operation, kind] of [
    ['submitImages', 'image'],
    ['submitPdfs', 'pdf'],
  ] as const)
    it(`of ${operation} has the options of ${kind} that a batch takes`, () => {
      const names = new Set(namesIn(shownFor({ resource: 'batch', operation })));
      const wanted = options.filter((option) => option.endpoints.includes(kind)).map(({ name }) => name);
      assert.deepEqual(
        wanted.filter((name) => !names.has(name)),
        ['s3Redirect', 'skipUpload'],
      );
    });

  it('sorts options by their title, as n8n does', () => {
    for (const { type, options: fields = [] } of form) {
      if (type !== 'collection') continue;
      const titles = (fields as INodeProperties[]).map(({ displayName }) => displayName);
      assert.deepEqual(
        titles,
        titles.toSorted((a, b) => a.localeCompare(b)),
      );
    }
  });

  it('begins the size of a window with a common one', () => {
    const fields = form.flatMap(({ type, options: inner = [] }) =>
      type === 'collection' ? (inner as INodeProperties[]) : [],
    );
    const sizes = fields.filter(({ name }) => name === 'vw' || name === 'vh');
    assert.deepEqual(new Set(sizes.map(({ default: first }) => first)), new Set([1440, 900]));
  });

  it('begins the styles of a PDF with those for paper', () => {
    for (const [operation, media] of [
      ['image', 'screen'],
      ['pdf', 'print'],
    ] as const) {
      const fields = shownFor({ resource: 'page', operation }).flatMap(
        ({ options = [] }) => options as INodeProperties[],
      );
      assert.equal(fields.find(({ name }) => name === 'media')?.default, media, operation);
    }
  });

  it('has no field twice', () => {
    const shown = [
      ...endpoints.map((operation) => ({ resource: 'page', operation, source: 'html', output: 'signedUrl' })),
      ...actions.map(({ name }) => ({ resource: 'session', operation: 'act', actionType: name })),
      ...['create', 'get', 'close', 'getMany'].map((operation) => ({ resource: 'session', operation })),
      ...['submitImages', 'submitPdfs', 'get', 'wait', 'cancel'].map((operation) => ({ resource: 'batch', operation })),
    ];
    for (const values of shown) {
      const names = shownFor(values).map(({ name }) => name);
      assert.equal(new Set(names).size, names.length, `${JSON.stringify(values)}: ${names}`);
    }
  });
});
