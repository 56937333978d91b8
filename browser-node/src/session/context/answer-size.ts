import { TintypeError } from '@tintype/contracts';

export const answerBytes = (answer: object): number => Buffer.byteLength(JSON.stringify(answer));

interface Fit {
  maxBytes: number;
  note: (sentence: string) => void;
}

/** Drops a picture that does not fit: the action was done and must not seem to have failed. */
export const withPictureIfItFits = (answer: object, picture: object, { maxBytes, note }: Fit): object => {
  const bytesLeft = maxBytes - answerBytes(answer);
  if (bytesLeft < 0)
    throw new TintypeError(
      'result_too_large',
      `The action was done, but its answer is larger than ${maxBytes} bytes. Ask for less.`,
    );
  if (answerBytes(picture) <= bytesLeft) return { ...answer, ...picture };
  note('The picture is left out: with it, the answer would be too large.');
  return answer;
};
