import { limits, TintypeError } from '@tintype/contracts';

/** Of an answer as it is sent. */
export const answerBytes = (answer: object): number => Buffer.byteLength(JSON.stringify(answer));

/** What has been done is not to look as if it had failed: a picture that makes its answer too large is left out. */
export const withPictureIfItFits = (answer: object, picture: object, note: (sentence: string) => void): object => {
  const room = limits.actionAnswerBytes - answerBytes(answer);
  if (room < 0)
    throw new TintypeError(
      'result_too_large',
      `The action was done, but its answer has more than ${limits.actionAnswerBytes} bytes: ask for less.`,
    );
  if (answerBytes(picture) <= room) return { ...answer, ...picture };
  note('The picture was left out. With it, the answer would be too large.');
  return answer;
};
