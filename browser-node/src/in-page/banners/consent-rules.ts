import type { OverlayTools } from './find-banners.js';

type NamingTools = OverlayTools & { namesConsentSystem: typeof namesConsentSystem };

/** Code of a rule for the page's own world. Its answer has the same id. */
export interface Question {
  id: string;
  code: string;
}

/** The rules' progress: either questions, or the outcome. `none`: no rule knows a banner that is shown. */
export interface RuleStep {
  questions: Question[];
  outcome: 'none' | 'open' | 'closed' | undefined;
}

interface Message {
  type: string;
  id?: string;
  code?: string;
  result?: boolean;
  state?: { lifecycle: string };
}

/** The part that we use of `@duckduckgo/autoconsent`. */
interface Consent {
  receiveMessageCallback: (message: { type: 'evalResp'; id: string; result: boolean }) => Promise<void>;
}

type ConsentClass = new (send: (message: Message) => Promise<void>, config: object, rules: object) => Consent;

interface State extends RuleStep {
  consent?: Consent;
  wake: () => void;
}

/** Longest waits in milliseconds: for any banner, for the banner of a detected system, and for the choice. */
export interface RuleTimes {
  startMs: number;
  popupMs: number;
  choiceMs: number;
}

/** Whether an id or a class is one of a consent system. Ordinary sites have `cmp-button`, `trusted` and `privacy-link`. */
export const namesConsentSystem = (name: string): boolean => {
  const systems =
    /cookie|consent|gdpr|onetrust|didomi|usercentrics|sp_message|iubenda|klaro|tarteaucitron|termly|axeptio|osano|orejime|evidon/i;
  const parts =
    /(?:^|[\s_-])(?:truste|qc-cmp\d?|(?:cmp|privacy)[_-]?(?:app|banner|bar|box|dialog|layer|manager|modal|notice|overlay|popup|prompt|root|ui|wall|wrapper))(?![a-z])/i;
  return systems.test(name) || parts.test(name);
};

/** Whether a box over the page has the name of a consent system; in a frame, any shown element. */
export const hasConsentElements = (isFrame: boolean, tools: NamingTools): boolean => {
  const { overlaysInWindow, isShown, namesConsentSystem } = tools;
  const maxNamed = 2000;
  // Smaller ones are buttons that open a banner.
  const isLarge = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 200 && height >= 40 && isShown(element);
  };
  const isNamed = (element: Element) =>
    namesConsentSystem(`${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`);
  const namedIn = (box: Element) =>
    [box, ...[...box.querySelectorAll('[id],[class]')].slice(0, maxNamed)].filter(isNamed);
  return overlaysInWindow(isFrame, tools)
    .flatMap(namedIn)
    .some((element) => (isFrame ? isShown(element) : tools.overlaysAround(element).some(isLarge)));
};

/** Starts the rules in this world; `takeStep` follows. */
export const startRules = (
  AutoConsent: ConsentClass,
  compact: object,
  { startMs, popupMs, choiceMs }: RuleTimes,
): void => {
  const state: State = { questions: [], outcome: undefined, wake: () => undefined };
  let isFound = false;
  const end = (outcome: State['outcome']) => {
    state.outcome ??= outcome;
    state.wake();
  };
  const onMessage: Record<string, (message: Message) => void> = {
    eval: ({ id = '', code = '' }) => {
      state.questions.push({ id, code });
      state.wake();
    },
    cmpDetected: () => setTimeout(() => !isFound && end('none'), popupMs),
    popupFound: () => {
      isFound = true;
      setTimeout(end, choiceMs, 'open');
    },
    optOutResult: ({ result }) => end(result ? 'closed' : 'open'),
    report: (message) => message.state?.lifecycle === 'nothingDetected' && end('none'),
  };
  // The library writes each kind of log to the console, unless the kind is false here.
  const kinds = ['lifecycle', 'rulesteps', 'detectionsteps', 'evals', 'errors', 'messages', 'waits'];
  const logs = Object.fromEntries(kinds.map((kind) => [kind, false]));
  const config = { autoAction: 'optOut', enablePrehide: false, detectRetries: 0, logs };
  const send = async (message: Message) => onMessage[message.type]?.(message);
  state.consent = new AutoConsent(send, config, { autoconsent: [], compact });
  Reflect.set(globalThis, Symbol.for('tintype.consentRules'), state);
  // A document that is no HTML ends the rules without a report.
  setTimeout(() => !isFound && end('none'), startMs);
};

/** Passes the answers, and resolves at the next questions or the outcome. */
export const takeStep = async (answers: { id: string; result: boolean }[]): Promise<RuleStep> => {
  const state = Reflect.get(globalThis, Symbol.for('tintype.consentRules')) as State;
  for (const answer of answers) void state.consent?.receiveMessageCallback({ type: 'evalResp', ...answer });
  if (state.questions.length === 0 && !state.outcome)
    await new Promise<void>((resolve) => {
      state.wake = resolve;
    });
  return { questions: state.questions.splice(0), outcome: state.outcome };
};
