import type { S3 } from '@aws-sdk/client-s3';
import { Semaphore } from '@tintype/runtime';

/**
 * A larger file is sent in parts. One request may carry 5 GiB, but parts are faster, and only a lost part is sent
 * again.
 */
export const multipartBytes = 16 * 1024 * 1024;
/** S3 takes parts from 5 MiB on. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 4;
const cleanUpMs = 5000;

export interface PartsOrder {
  object: { Bucket: string; Key: string } & Omit<Parameters<S3['createMultipartUpload']>[0], 'Bucket' | 'Key'>;
  bytes: Uint8Array;
  abortSignal: AbortSignal;
}

/** Throws if the answer does not name the stored bytes: any web server may answer 200 to PUT. */
export const checkTaken = (answer: { ETag?: string | undefined; $metadata?: object }): void => {
  if (!answer.ETag) throw Object.assign(new Error(), { ...answer, name: 'NoETag' });
};

const sendParts = async (client: S3, { object, bytes, abortSignal }: PartsOrder, UploadId: string | undefined) => {
  const { Bucket, Key } = object;
  const failed = new AbortController();
  const signal = AbortSignal.any([abortSignal, failed.signal]);
  const send = async (PartNumber: number) => {
    signal.throwIfAborted();
    const Body = bytes.subarray((PartNumber - 1) * partBytes, PartNumber * partBytes);
    const part = { Bucket, Key, UploadId, PartNumber, Body, ContentLength: Body.length };
    try {
      const taken = await client.uploadPart(part, { abortSignal: signal });
      checkTaken(taken);
      return { ETag: taken.ETag, PartNumber };
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
  const places = new Semaphore(partsAtOnce);
  const count = Math.ceil(bytes.length / partBytes);
  const sent = Array.from({ length: count }, (_, at) => places.run(() => send(at + 1)));
  // Wait for all parts: one that arrives after the removal would stay, and cost the bucket's owner.
  await Promise.allSettled(sent);
  return Promise.all(sent);
};

/**
 * Uploads an object in parts. A store charges for the parts of an unfinished upload. So a failure removes the parts, if
 * the key has that right.
 */
export const putInParts = async (client: S3, order: PartsOrder): Promise<void> => {
  const { object, abortSignal } = order;
  const { Bucket, Key } = object;
  const { UploadId, ...begun } = await client.createMultipartUpload(object, { abortSignal });
  // Any web server may answer 200; a store also names the upload.
  if (UploadId === undefined) throw Object.assign(new Error(), { ...begun, name: 'NoUploadId' });
  try {
    const MultipartUpload = { Parts: await sendParts(client, order, UploadId) };
    checkTaken(await client.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload }, { abortSignal }));
  } catch (error) {
    const cleanUp = AbortSignal.timeout(cleanUpMs);
    void client.abortMultipartUpload({ Bucket, Key, UploadId }, { abortSignal: cleanUp }).catch(() => undefined);
    throw error;
  }
};
