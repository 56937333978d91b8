import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consentRules } from './rules-script.js';

const namesFor = (url: string, mainFrame = true) => {
  const { filter, all } = consentRules();
  return filter(all, { url, mainFrame }).r.map(([, name]) => name);
};

describe('the rules for a document', () => {
  it('are those of all sites and its own', () => {
    const names = namesFor('https://news.example/');
    assert.ok(names.length > 100 && names.length < 400, `${names.length}`);
    const own = consentRules().all.r.length;
    assert.ok(names.length < own / 2, `${own}`);
  });

  it('are few in a frame', () => {
    assert.ok(namesFor('https://news.example/', false).length < 20);
  });

  it('come with their code, which compiles', () => {
    assert.match(consentRules().script.toString(), /receiveMessageCallback/);
  });
});
