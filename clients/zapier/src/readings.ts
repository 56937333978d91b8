import { ConnectionError, type ContentResult, type Metadata, type RenderRequest } from '@tintype/client';
import { clientOf } from './connection.js';
import { explained } from './failures.js';
import { inputFieldGroups, inputFields } from './fields.generated.js';
import type { Bundle, OutputField, Z } from './platform.js';

type TextEndpoint = 'content' | 'metadata';

const answerIn = (file: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(file));
  } catch {
    throw new ConnectionError('The answer is not JSON. Check the address of the service, and proxies on the way.');
  }
};

const read = async (z: Z, bundle: Bundle, endpoint: TextEndpoint) =>
  explained(z, bundle, async () => {
    const file = await clientOf(bundle).render({ ...bundle.inputData, endpoint } as RenderRequest);
    const { credits, isCached, warnings, targetStatus } = file.facts;
    const facts = { credits, fromCache: isCached, warnings, targetStatus: targetStatus ?? null };
    return { answer: answerIn(file), facts };
  });

const factFields: readonly OutputField[] = [
  { key: 'credits', label: 'Credits', type: 'integer' },
  { key: 'fromCache', label: 'From the Cache', type: 'boolean' },
  { key: 'warnings', label: 'Warnings', list: true },
  { key: 'targetStatus', label: 'HTTP Status of the Page', type: 'integer' },
];

const sampleFacts = { credits: 1, fromCache: false, warnings: [], targetStatus: 200 };

const findContent = async (z: Z, bundle: Bundle) => {
  const { answer, facts } = await read(z, bundle, 'content');
  const { textContent, markdown, html } = answer as ContentResult;
  return [{ textContent, markdown, html, ...facts }];
};

const findMetadata = async (z: Z, bundle: Bundle) => {
  const { answer, facts } = await read(z, bundle, 'metadata');
  return [{ ...(answer as { metadata: Metadata }).metadata, ...facts }];
};

const sampleMetadata: Metadata = {
  ...{ title: 'Lanterns & lamps', description: 'How people carried light.', author: 'Ida Lens', publisher: null },
  ...{ date: '2030-05-01T08:00:00.000Z', lang: 'en', url: 'https://example.com/', image: null, logo: null },
  ...{ audio: null, video: null, iframe: null, feed: null },
};

const labels: Readonly<Record<keyof Metadata, string>> = {
  ...{ title: 'Title', description: 'Description', author: 'Author', publisher: 'Publisher', date: 'Date' },
  ...{ lang: 'Language', url: 'Address', image: 'Image', logo: 'Logo', audio: 'Audio', video: 'Video' },
  ...{ iframe: 'Player', feed: 'Feed' },
};

/** Searches change nothing. Zapier offers them beside actions, and to its agents as tools that only read. */
export const readings = {
  find_content: {
    key: 'find_content',
    noun: 'Page Content',
    display: {
      label: 'Find Page Content',
      description: 'Reads a web page as text, Markdown and HTML, after its scripts have run.',
    },
    operation: {
      ...{ inputFields: inputFields.content, inputFieldGroups, perform: findContent },
      outputFields: [
        { key: 'textContent', label: 'Text' },
        { key: 'markdown', label: 'Markdown' },
        { key: 'html', label: 'HTML' },
        ...factFields,
      ] satisfies OutputField[],
      sample: { textContent: 'Lanterns', markdown: '# Lanterns', html: '<h1>Lanterns</h1>', ...sampleFacts },
    },
  },
  find_metadata: {
    key: 'find_metadata',
    noun: 'Page Metadata',
    display: {
      label: 'Find Page Metadata',
      description: 'Reads title, author, date, pictures and more that a web page says about itself.',
    },
    operation: {
      ...{ inputFields: inputFields.metadata, inputFieldGroups, perform: findMetadata },
      outputFields: [...Object.entries(labels).map(([key, label]) => ({ key, label })), ...factFields],
      sample: { ...sampleMetadata, ...sampleFacts },
    },
  },
};
