import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { StreamedAnswer } from '@tintype/runtime';
import { readAnswer } from './action-answer.js';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const whole = { offset: 0, maxChars: 1000 };
const common = { success: true, expiresInSeconds: 60 };
const streamed = (text: string) => new StreamedAnswer(Readable.from([Buffer.from(text)]), undefined);

describe("an action's answer for a model", () => {
  it('shows pictures as pictures, those of a batch too', async () => {
    const picture = { contentType: 'image/png', bodyBase64: pixel };
    const results = [
      { type: 'title', success: true, title: 'x', screenshot: picture },
      { type: 'screenshot', ...picture },
    ];
    const answer = streamed(JSON.stringify({ results, completed: 2, failedIndex: null, ...common }));
    const { content, structured } = await readAnswer({ type: 'batch', payload: {} }, answer, whole);
    assert.deepEqual(
      content.map(({ type }) => type),
      ['text', 'image', 'image'],
    );
    assert.doesNotMatch(JSON.stringify(structured), /iVBOR/);
    assert.match(JSON.stringify(structured), /"picture":2/);
  });

  it('shows a snapshot as it is, with a way on if it is cut', async () => {
    const snapshot = {
      url: 'https://example.com/',
      title: 'Order',
      snapshot: '- button "Save" [ref=e2]',
      truncated: true,
    };
    const { content } = await readAnswer({ type: 'snapshot', payload: {} }, { ...snapshot, ...common }, whole);
    const [block] = content;
    assert.match(
      block?.type === 'text' ? block.text : '',
      /^Order https:.*\n- button "Save" \[ref=e2\]\n\[Long texts are cut/,
    );
  });

  it('repeats no remark of the snapshot about what is left out', async () => {
    const cut = {
      url: 'https://example.com/',
      title: 'Order',
      snapshot: '# 5 more lines are left out.',
      truncated: true,
    };
    const { content } = await readAnswer({ type: 'snapshot', payload: {} }, { ...cut, ...common }, whole);
    const [block] = content;
    assert.match(block?.type === 'text' ? block.text : '', /left out\.\n\[The session ends in 60 s\.\]$/);
  });

  it('says beside the text of a page what happened, which picture is left out, and when the session ends', async () => {
    const screenshot = { contentType: 'image/png', bodyBase64: Buffer.alloc(3_800_000).toString('base64') };
    const notes = ['The page asked "Leave?"; the answer was yes.'];
    const remarks = /\[The page asked .*\]\n\[The picture is left out, .*\]\n\[The session ends in 60 s\.\]$/;
    const page = {
      url: 'https://example.com/',
      title: 'Order',
      snapshot: '- main',
      content: 'Order',
      truncated: false,
    };
    for (const type of ['snapshot', 'content']) {
      const answer = { ...page, notes, screenshot, ...common };
      const { content } = await readAnswer({ type, payload: {} }, answer, whole);
      assert.match(content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'), remarks, type);
    }
  });

  it('leaves out a picture that models do not take, and says so', async () => {
    const answer = { contentType: 'image/png', bodyBase64: Buffer.alloc(3_800_000).toString('base64'), ...common };
    const { content, structured } = await readAnswer({ type: 'screenshot', payload: {} }, answer, whole);
    assert.equal(content.length, 1);
    assert.match(String(structured.leftOut), /Capture the window/);
  });

  it('says that the action may have run if its answer is lost', async () => {
    const broken = new StreamedAnswer(Readable.from([Buffer.from('{"ti')]), undefined);
    await assert.rejects(readAnswer({ type: 'title', payload: {} }, broken, whole), /may have run/);
  });

  it('refuses more than 8 MiB', async () => {
    const answer = streamed(JSON.stringify({ bodyBase64: 'A'.repeat(9 * 1024 * 1024) }));
    await assert.rejects(readAnswer({ type: 'screenshot', payload: {} }, answer, whole), { code: 'result_too_large' });
  });
});
