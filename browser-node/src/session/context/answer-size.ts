import { limits, TintypeError } from '@tintype/contracts';

/** Bytes of the answer as JSON. */
export const answerBytes = (answer: object): number => Buffer.byteLength(JSON.stringify(answer));

/** Leaves out a picture that makes the answer too large: the action was done and must not seem to have failed. */
export const withPictureIfItFits = (answer: object, picture: object, note: (sentence: string) => void): object => {
  const room = limits.actionAnswerBytes - answerBytes(answer);
  if (room < 0)
    throw new TintypeError(
      'result_too_large',
      `The action was done, but its answer is larger than ${limits.actionAnswerBytes} bytes. Ask for less.`,
    );
  if (answerBytes(picture) <= room) return { ...answer, ...picture };
  note('The picture is left out: with it, the answer would be too large.');
  return answer;
};
