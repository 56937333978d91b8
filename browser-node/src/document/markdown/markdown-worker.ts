/** The worker thread of one document: answers its page. */
import { parentPort, workerData } from 'node:worker_threads';
import { convertMarkdown, type MarkdownOptions } from './convert.js';

const { text, ...options } = workerData as MarkdownOptions & { text: string };
parentPort?.postMessage(convertMarkdown(text, options));
