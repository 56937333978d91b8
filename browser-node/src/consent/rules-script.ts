import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { filterCompactRules, IndexedCMPRuleset } from '@duckduckgo/autoconsent';
import { startRules } from '../in-page/banners/consent-rules.js';

const require = createRequire(import.meta.url);

interface Rules {
  script: (compact: object, popupMs: number) => void;
  filter: typeof filterCompactRules;
  all: IndexedCMPRuleset;
}

/** To start, the rules wait up to 500 ms for an idle page. The longest choices click through a second layer. */
const times = { startMs: 1200, choiceMs: 2500 };

const load = (): Rules => {
  const code = readFileSync(require.resolve('@duckduckgo/autoconsent'), 'utf8');
  const body = `
    const module = { exports: {} };
    ((module, exports) => {${code}
    })(module, module.exports);
    (${startRules})(module.exports.default, compact, { ...${JSON.stringify(times)}, popupMs });`;
  return {
    script: new Function('compact', 'popupMs', body) as Rules['script'],
    filter: (require('@duckduckgo/autoconsent') as { filterCompactRules: typeof filterCompactRules })
      .filterCompactRules,
    all: require('@duckduckgo/autoconsent/rules/compact-rules.json') as IndexedCMPRuleset,
  };
};

let loaded: Rules | undefined;

/** The rules, loaded at the first render that needs them: 400 kB, about 20 ms. */
export const consentRules = (): Rules => {
  loaded ??= load();
  return loaded;
};
