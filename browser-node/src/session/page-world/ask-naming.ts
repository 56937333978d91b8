import type { Frame } from 'playwright-core';
import { ask, type NamingQuestions, type Questions, type Within } from './ask.js';

/** To how many elements each gives refs at most. */
const mostNamed: { [N in keyof NamingQuestions]: (question: NamingQuestions[N]['question']) => number } = {
  trouble: () => 2,
  ownLabel: () => 1,
  near: () => 5,
  refused: () => 1,
  ariaRefs: ({ wanted }) => wanted.length,
};

interface NamingAsk<N extends keyof NamingQuestions> {
  question: NamingQuestions[N]['question'];
  memory: { nextRef: number };
  within: Within;
}

/**
 * Asks what gives refs to elements. A frame that does not answer in time gives them all the same, once it gets round to it:
 * so their numbers are taken before it is asked. What it did not need is given back where it answers.
 */
export const askNaming = async <N extends keyof NamingQuestions>(
  frame: Frame,
  name: N,
  { question, memory, within }: NamingAsk<N>,
): Promise<NamingQuestions[N]['answer']> => {
  const firstRef = memory.nextRef;
  const end = firstRef + mostNamed[name](question);
  memory.nextRef = end;
  const numbered = { ...question, firstRef } as Questions[N]['question'];
  const { answer, nextRef } = await ask(frame, name, { question: numbered, within });
  if (memory.nextRef === end) memory.nextRef = nextRef;
  return answer;
};
