/** The worker thread of one document: answers its page, or null if that exceeds `maxBytes`. */
import { parentPort, workerData } from 'node:worker_threads';
import { convertMarkdown, type MarkdownOptions } from './convert.js';

const { text, maxBytes, ...options } = workerData as MarkdownOptions & { text: string; maxBytes: number };
const html = convertMarkdown(text, options);
parentPort?.postMessage(Buffer.byteLength(html) > maxBytes ? null : html);
