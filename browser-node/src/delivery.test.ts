import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeResult, limits, type RenderJob } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import type { Rendering } from './capture/render.js';
import { deliver } from './delivery.js';

test('only a partial result has a cache time of its own, a short one', async () => {
  const announced = async (isPartial: boolean) => {
    const messages: Uint8Array[] = [];
    const request = async (_: string, message: Uint8Array) => void messages.push(message);
    const nats = { connection: { request } } as unknown as Nats;
    const facts = { contentType: 'image/png', targetStatus: 200, warnings: [], timings: {}, isPartial };
    const rendering: Rendering = { ...facts, body: Buffer.of(1) };
    assert.ok(await deliver(nats, { id: 'j', key: 'k' } as RenderJob, rendering, new AbortController().signal));
    const { result } = decodeResult(messages[0] ?? Buffer.of());
    return result.ok && result.cacheSeconds;
  };
  assert.deepEqual([await announced(true), await announced(false)], [limits.partialCacheSeconds, undefined]);
});
