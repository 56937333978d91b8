/** A picture in an answer. */
export interface Picture {
  contentType: string;
  bodyBase64: string;
}

const isPicture = (value: unknown): value is Picture =>
  typeof value === 'object' && value !== null && 'bodyBase64' in value && 'contentType' in value;

/** The picture of an action's answer: the answer itself, or what `screenshot: true` added. */
export const pictureOf = (answer: Readonly<Record<string, unknown>> | undefined): Picture | undefined => {
  if (isPicture(answer)) return answer;
  return isPicture(answer?.screenshot) ? answer.screenshot : undefined;
};

/** For an image element. */
export const pictureUrl = ({ contentType, bodyBase64 }: Picture): string => `data:${contentType};base64,${bodyBase64}`;
