import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clickStage, netErrorOf, playwrightErrorKind } from './playwright-error.js';

/** Built as Playwright does. A log entry may have several lines. */
const failure = (sentence: string, log: string[] = []) => {
  const message = log.length > 0 ? `${sentence}\nCall log:\n${log.join('\n')}\n` : sentence;
  return Object.assign(new Error(message), { log });
};

describe('playwrightErrorKind', () => {
  it('knows the message of each kind, after any call', () => {
    for (const [sentence, said] of [
      ['locator.click: Target page, context or browser has been closed', 'closed'],
      ['page.goto: Target crashed ', 'crashed'],
      ['page.goto: Page crashed', 'crashed'],
      ['locator.click: Frame was detached', 'detached'],
      ['page.goBack: Navigating frame was detached!', 'detached'],
      ['page.goto: Download is starting', 'download'],
      ['page.goto: Navigation to "http://a/" is interrupted by another navigation to "http://b/"', 'interrupted'],
      ['elementHandle.$: Protocol error (DOM.describeNode): Too large to be read: 64 MiB at most.', 'tooLarge'],
      ['locator.fill: Element is not attached to the DOM', 'replaced'],
      ['locator.click: Protocol error (DOM.scrollIntoViewIfNeeded): Cannot find context with specified id', 'replaced'],
      ['locator.ariaSnapshotJSON: Selector "x" does not match any element', 'noMatch'],
      ['locator.setChecked: Clicking the checkbox did not change its state', 'unchanged'],
      ['locator.selectOption: Error: Element is not a <select> element', 'noSelect'],
      ['locator.check: Error: Not a checkbox or radio button', 'noCheckbox'],
      ['locator.uncheck: Cannot uncheck radio button. Radio buttons can only be', 'radio'],
      ['locator.fill: Error: Element is not an <input>, <textarea>, <select> or [contenteditable]', 'noField'],
      ['locator.inputValue: Error: Node is not an <input>, <textarea> or <select> element', 'noField'],
      ['locator.fill: Error: Input of type "checkbox" cannot be filled', 'textless'],
      ['locator.fill: Error: Cannot type text into input[type=number]', 'noNumber'],
      ['locator.fill: Error: Malformed value', 'malformed'],
      ['locator.click: Timeout 5000ms exceeded.', undefined],
    ] as const)
      assert.equal(playwrightErrorKind(failure(sentence)), said, sentence);
    assert.equal(playwrightErrorKind('has been closed'), undefined);
  });

  it('finds the net error of a navigation', () => {
    assert.equal(netErrorOf(failure('page.goto: net::ERR_ABORTED at http://a/net::ERR_FAILED')), 'net::ERR_ABORTED');
    assert.equal(netErrorOf(failure('page.reload: net::ERR_ABORTED; maybe frame was detached?')), 'net::ERR_ABORTED');
    assert.equal(netErrorOf(failure('page.goto: Timeout 5000ms exceeded.')), undefined);
  });

  it('ignores messages that a page wrote into an address or the log', () => {
    const address = 'http://a/net::ERR_ABORTED?Download is starting, Page crashed, has been closed';
    const interrupted = failure(`page.goto: Navigation to "${address}" is interrupted by another navigation to "b"`);
    assert.deepEqual([playwrightErrorKind(interrupted), netErrorOf(interrupted)], ['interrupted', undefined]);
    for (const said of [
      'Target crashed',
      'page.goto: net::ERR_ABORTED',
      'locator.click: Element is not attached to the DOM',
    ]) {
      const quoting = failure('locator.click: Timeout 5000ms exceeded.', [
        `  - resolved to <p>\n${said}\nCall log:\n${said}</p>`,
      ]);
      assert.deepEqual([playwrightErrorKind(quoting), netErrorOf(quoting)], [undefined, undefined]);
    }
  });
});

describe('clickStage', () => {
  const stage = (...log: string[]) => clickStage(failure('locator.click: Timeout 5000ms exceeded.', log));
  const tries = ['    2 × waiting for element to be visible, enabled and stable', '      - performing click action'];
  const covered = '      - <div></div> intercepts pointer events';

  it('tells how far a click got', () => {
    assert.equal(stage(), undefined);
    assert.equal(stage('  - attempting click action'), undefined);
    assert.equal(stage('  - attempting click action', '    - performing click action'), 'begun');
    assert.equal(stage('    - performing click action', '    - navigated to "http://a/"'), 'begun');
    assert.equal(stage('    - performing click action', '    - click action done', '    - waiting'), 'done');
    assert.equal(clickStage(new Error('click action done')), undefined);
    assert.equal(clickStage(undefined), undefined);
  });

  it('ignores an attempt that something intercepted', () => {
    assert.equal(stage(...tries, covered, '    - retrying click action', '      - waiting 500ms'), undefined);
    assert.equal(stage('    2 × retrying click action', '      - performing click action'), 'begun');
  });

  it('ignores log entries that a page imitates', () => {
    for (const said of ['click action done', '\n    - click action done\n', '\nperforming click action\n'])
      for (const quoted of [
        `    - locator resolved to <b title="${said}">${said}</b>`,
        `    - <b>${said}</b> intercepts pointer events`,
      ])
        assert.equal(stage('  - attempting click action', quoted), undefined);
  });
});
