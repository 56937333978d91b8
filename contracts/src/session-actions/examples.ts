import type { SessionActionType } from './table.js';

interface Example {
  payload: object;
  /** The answer without `success` and `expiresInSeconds`, which every answer has. */
  answer: object;
}

const button = {
  url: 'https://example.com/order',
  matched: true,
  visible: true,
  elementText: 'Save',
  tagName: 'button',
  attributes: { id: 'save', type: 'button' },
  boundingBox: { x: 8, y: 120, width: 60, height: 24 },
};
const buttonMiddle = { x: 38, y: 132 };
const orderPage = { url: 'https://example.com/order' };
const picture = { contentType: 'image/png', bodyBase64: 'iVBORw0KGgo=' };
const snapshot = '- textbox "Name" [ref=e1]\n- button "Save" [ref=e2]';

/** An example of each action, for OpenAPI and docs. Tests run every example. */
export const sessionActionExamples: { readonly [T in SessionActionType]: Example } = {
  goto: { payload: { ...orderPage, waitUntil: 'load', vw: 1280, vh: 800 }, answer: { ...orderPage, status: 200 } },
  back: { payload: {}, answer: { url: 'https://example.com/' } },
  forward: { payload: { waitUntil: 'load' }, answer: orderPage },
  reload: { payload: {}, answer: orderPage },
  click: { payload: { selector: '#save' }, answer: { ...button, clickedPoint: buttonMiddle } },
  hover: { payload: { selector: '#save' }, answer: { ...button, hoveredPoint: buttonMiddle } },
  scroll: { payload: { direction: 'down', amount: 400 }, answer: { scrollX: 0, scrollY: 400, atEnd: false } },
  move_mouse: { payload: { ...buttonMiddle, steps: 5 }, answer: buttonMiddle },
  drag_mouse: { payload: { from: { x: 20, y: 300 }, to: { x: 220, y: 300 } }, answer: { x: 220, y: 300 } },
  cursor_position: { payload: {}, answer: buttonMiddle },
  type: {
    payload: { selector: '#name', text: 'Ada', clear: true },
    answer: { matched: true, visible: true, value: 'Ada' },
  },
  type_text: { payload: { text: 'Ada', delayMs: 20 }, answer: {} },
  fill: { payload: { selector: '#name', value: 'Ada' }, answer: { matched: true, value: 'Ada' } },
  select: { payload: { selector: '#size', value: 'm' }, answer: { selected: ['m'] } },
  check: { payload: { selector: '#gift' }, answer: { checked: true } },
  press: { payload: { key: 'Control+A', selector: '#name' }, answer: {} },
  snapshot: {
    payload: { interactiveOnly: true, maxTokens: 1000 },
    answer: { ...orderPage, title: 'Order', snapshot, tokenEstimate: 23, truncated: false },
  },
  content: { payload: { format: 'markdown' }, answer: { format: 'markdown', content: '# Order\n' } },
  query: {
    payload: { selector: '#sizes li', fields: ['text', 'visible'], attributes: ['data-size'], limit: 1 },
    answer: {
      selector: '#sizes li',
      fields: ['text', 'visible'],
      attributes: ['data-size'],
      limit: 1,
      count: 3,
      elements: [{ text: 'Small', visible: true, attributes: { 'data-size': 's' } }],
    },
  },
  title: { payload: {}, answer: { title: 'Order' } },
  url: { payload: {}, answer: orderPage },
  console: {
    payload: { level: 'warning', limit: 10, clear: true },
    answer: {
      entries: [
        {
          timestamp: '2030-01-31T12:00:00.000Z',
          level: 'warning',
          text: 'low stock',
          source: 'https://example.com/order:9',
        },
      ],
    },
  },
  errors: { payload: {}, answer: { entries: [] } },
  wait_for_selector: { payload: { selector: '#save', visible: true, timeoutMs: 5000 }, answer: { matched: true } },
  wait_for_timeout: { payload: { timeoutMs: 100 }, answer: { waitedMs: 100 } },
  screenshot: { payload: { fullPage: true }, answer: picture },
  save_profile: {
    payload: { name: 'shop' },
    answer: {
      name: 'shop',
      bytes: 1480,
      cookies: 3,
      origins: ['https://example.com'],
      savedAt: '2030-01-31T12:00:00.000Z',
    },
  },
  batch: {
    payload: {
      actions: [{ type: 'fill', payload: { selector: '#name', value: 'Ada' } }, { type: 'title' }],
      stopOnError: true,
    },
    answer: {
      results: [
        { type: 'fill', success: true, matched: true, value: 'Ada' },
        { type: 'title', success: true, title: 'Order' },
      ],
      completed: 2,
      failedIndex: null,
    },
  },
};
