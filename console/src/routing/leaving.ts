import { useLayoutEffect } from 'preact/hooks';

/** What a person would lose by leaving the page, such as "What you entered is not saved.", by component. */
const losses = new Map<symbol, string>();

export interface Question {
  losses: readonly string[];
  /** Leaves. */
  proceed: () => void;
}

let ask: ((question: Question) => void) | undefined;

/** Makes the browser ask, with a text of its own. */
const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

const registerLoss = (loss: string) => {
  const holder = Symbol(loss);
  if (losses.size === 0) addEventListener('beforeunload', onUnload);
  losses.set(holder, loss);
  return () => {
    losses.delete(holder);
    if (losses.size === 0) removeEventListener('beforeunload', onUnload);
  };
};

/** While `loss` is a sentence, links, Back, signing out and closing the tab ask first. */
export const useUnsaved = (loss: string | undefined): void =>
  useLayoutEffect(() => (loss === undefined ? undefined : registerLoss(loss)), [loss]);

export const losesByLeaving = (): boolean => losses.size > 0;

/** Proceeds at once, or when the person agrees to the losses. */
export const leave = (proceed: () => void): void => {
  if (!losesByLeaving() || !ask) proceed();
  else ask({ losses: [...new Set(losses.values())], proceed });
};

/** Sets who shows the question of `leave`. Returns the function that unsets it. */
export const answerLeaving = (show: (question: Question) => void): (() => void) => {
  ask = show;
  return () => {
    ask = undefined;
  };
};
