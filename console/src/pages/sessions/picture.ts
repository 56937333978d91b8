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

/** The page in the session's browser, as last seen. */
export interface SeenPage {
  url: string | undefined;
  picture: Picture | undefined;
}

/** The address with which a session begins. */
export const blankUrl = 'about:blank';

/**
 * The page after an answer, which may lack address or picture. A first look at the blank page adds no picture, so the
 * hint in its place stays.
 */
export const seenAfter = (last: SeenPage, answer: Readonly<Record<string, unknown>>, isLook = false): SeenPage => {
  const url = typeof answer.url === 'string' ? answer.url : last.url;
  const hasHint = isLook && url === blankUrl && !last.picture;
  return { url, picture: hasHint ? undefined : (pictureOf(answer) ?? last.picture) };
};

/** For an image element. */
export const pictureUrl = ({ contentType, bodyBase64 }: Picture): string => `data:${contentType};base64,${bodyBase64}`;
