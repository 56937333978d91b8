import type { CallToolResult } from '@modelcontextprotocol/server';
import { isJsonObject, TintypeError } from '@tintype/contracts';
import { StreamedAnswer } from '@tintype/runtime';
import type { ActionAnswer } from '../../sessions/dependencies.js';
import type { Action } from '../../sessions/session-acting.js';
import { type ToolAnswer, textContent } from '../tool.js';
import { shortened } from './shorten.js';
import { isShowable, pictureLimits } from './shown-pictures.js';
import { howToReadOn, shownText, type TextWindow, windowOf } from './text-window.js';

/** The most JSON bytes that an answer shows, pictures included. The session shortens longer answers where it can. */
export const shownBytes = 8 * 1024 * 1024;
/** An upper bound for what the api adds to the session's answer. */
const addedBytes = 64 * 1024;
/** The most characters of JSON that a model reads: about 10,000 tokens. */
const maxJsonChars = 40_000;
type Picture = Extract<CallToolResult['content'][number], { type: 'image' }>;

const tooLarge = () =>
  new TintypeError('result_too_large', `The action ran, but its answer has more than ${shownBytes / 1024 ** 2} MiB.`);

const answerLost = (cause: unknown) =>
  new TintypeError(
    'internal',
    'The action may have run, but its answer was lost. Look at the page before you repeat it.',
    { cause },
  );

const collect = async ({ stream }: StreamedAnswer): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop destroys the stream.
      if (bytes > shownBytes + addedBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw error instanceof TintypeError ? error : answerLost(error);
  }
};

const pictureLeftOut = `The picture is left out, because models take ${pictureLimits}. Capture the window or one element.`;

/** Moves the pictures of an answer, and of a batch's steps, into `pictures`. Drops pictures that models refuse. */
const withoutPictures = (value: unknown, pictures: Picture[]): unknown => {
  if (Array.isArray(value)) return value.map((each) => withoutPictures(each, pictures));
  if (!isJsonObject(value)) return value;
  const { bodyBase64, ...rest } = value;
  if (typeof bodyBase64 === 'string') {
    if (!isShowable(String(rest.contentType), Buffer.from(bodyBase64, 'base64')))
      return { ...rest, leftOut: pictureLeftOut };
    pictures.push({ type: 'image', data: bodyBase64, mimeType: String(rest.contentType) });
    return { ...rest, picture: pictures.length };
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPictures(each, pictures)]));
};

/** The facts of an answer beside a page's text, each in brackets: notes, an omitted picture, the session's end. */
const remarksOf = ({ notes, screenshot, expiresInSeconds }: Record<string, unknown>): string[] => {
  const leftOut = isJsonObject(screenshot) ? screenshot.leftOut : undefined;
  const remarks = [...(Array.isArray(notes) ? notes : []), ...(leftOut === undefined ? [] : [leftOut])];
  return [...remarks, `The session ends in ${expiresInSeconds} s.`].map((remark) => `[${remark}]`);
};

/** Whether the snapshot itself says what it leaves out. A truncated one without such a remark has only cut texts. */
const hasRemark = (snapshot: unknown): boolean => /^# (?!Changes|Nothing)/m.test(String(snapshot));

const snapshotText = (answer: Record<string, unknown>): string => {
  const { url, title, snapshot, truncated } = answer;
  const needsRemark = truncated && !hasRemark(snapshot);
  const remark = needsRemark ? ['[Long texts are cut: ask for a part of the page by `ref` or `selector`.]'] : [];
  return [[title, url].filter(Boolean).join(' '), snapshot, ...remark, ...remarksOf(answer)].join('\n');
};

const readContent = (answer: Record<string, unknown>, window: TextWindow): ToolAnswer => {
  const part = windowOf(String(answer.content), window);
  const more = howToReadOn(part, 'payload.');
  const { totalChars, nextOffset } = part;
  const remarks = [...(more ? [more] : []), ...remarksOf(answer)].join('\n');
  return {
    content: [shownText(part), remarks].map(textContent),
    structured: { ...answer, content: part.text, offset: window.offset, totalChars, nextOffset },
  };
};

/**
 * An action's answer for a model: pictures as pictures, long text in parts. Throws `result_too_large`, or `internal`
 * if the answer is lost.
 */
export const readAnswer = async ({ type }: Action, answer: ActionAnswer, window: TextWindow): Promise<ToolAnswer> => {
  const sessionAnswer = answer instanceof StreamedAnswer ? await collect(answer) : answer;
  const pictures: Picture[] = [];
  const withoutBytes = withoutPictures(sessionAnswer, pictures) as Record<string, unknown>;
  if (type === 'content') {
    const { content, structured } = readContent(withoutBytes, window);
    return { content: [...content, ...pictures], structured };
  }
  const structured = type === 'snapshot' ? withoutBytes : shortened(withoutBytes, maxJsonChars);
  const text = type === 'snapshot' ? snapshotText(withoutBytes) : JSON.stringify(structured);
  return { content: [textContent(text), ...pictures], structured };
};
