import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { S3 } from '@aws-sdk/client-s3';
import { multipartBytes, putInParts } from './s3-parts.js';

interface Sent {
  PartNumber: number;
  Body: Uint8Array;
}

/** Answers each part once the test lets it pass. */
const stage = (failing?: number, begun: object = { UploadId: 'id' }, whole: string | undefined = 'tag') => {
  const sent: Sent[] = [];
  const calls: [name: string, input: Record<string, unknown>][] = [];
  const answer = (name: string, result: object) => async (input: Record<string, unknown>) => {
    calls.push([name, input]);
    return result;
  };
  const client = {
    createMultipartUpload: answer('create', begun),
    completeMultipartUpload: answer('complete', { ETag: whole }),
    abortMultipartUpload: answer('abort', {}),
    uploadPart: async (part: Sent) => {
      sent.push(part);
      await new Promise(setImmediate);
      if (part.PartNumber === failing) throw new Error('lost');
      if (failing) await new Promise((resolve) => setTimeout(resolve, 5));
      calls.push(['part', { PartNumber: part.PartNumber }]);
      return { ETag: `tag ${part.PartNumber}` };
    },
  } as unknown as S3;
  const bytes = Buffer.alloc(multipartBytes * 4 + 1, 'x');
  const object = { Bucket: 'b', Key: 'k', ContentType: 'image/png' };
  const put = () => putInParts(client, { object, bytes, abortSignal: new AbortController().signal });
  return { put, sent, calls, bytes };
};

describe('an upload in parts', () => {
  it('sends every byte once, and joins the parts in their order', async () => {
    const { put, sent, calls, bytes } = stage();
    await put();
    assert.equal(
      sent.reduce((sum, { Body }) => sum + Body.length, 0),
      bytes.length,
    );
    assert.ok(sent.slice(0, -1).every(({ Body }) => Body.length >= 5 * 1024 * 1024));
    const Parts = sent.map((_, at) => ({ ETag: `tag ${at + 1}`, PartNumber: at + 1 }));
    const place = { Bucket: 'b', Key: 'k' };
    assert.deepEqual(
      calls.filter(([name]) => name !== 'part'),
      [
        ['create', { ...place, ContentType: 'image/png' }],
        ['complete', { ...place, UploadId: 'id', MultipartUpload: { Parts } }],
      ],
    );
  });

  it('is refused if the server begins none', async () => {
    const { put, sent } = stage(undefined, { $metadata: { httpStatusCode: 200 } });
    await assert.rejects(put(), { name: 'NoUploadId' });
    assert.equal(sent.length, 0);
  });

  it('that fails sends no further part, and removes those that were sent once the last is over', async () => {
    const { put, sent, calls } = stage(1);
    await assert.rejects(put(), /lost/);
    // Longer than a part takes that was under way.
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.ok(sent.length <= 4, String(sent.length));
    assert.deepEqual(calls.at(-1), ['abort', { Bucket: 'b', Key: 'k', UploadId: 'id' }]);
  });

  it('fails if an answer names nothing that was stored', async () => {
    const { put } = stage(undefined, { UploadId: 'id' }, '');
    await assert.rejects(put(), { name: 'NoETag' });
  });
});
