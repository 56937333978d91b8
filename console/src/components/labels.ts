/** What a form calls the properties or options that the API's sentences name. */
export type Labels = Readonly<Record<string, string>>;

const named = /(?:\bthe (?:property|option) )?`(?:\w+\.)*(\w+)`/gi;

/** "The property `key` takes text." is "“Access key” takes text." in a form with that label. */
export const inLabels = (sentence: string, labels: Labels): string =>
  sentence.replaceAll(named, (found, name: string) => (Object.hasOwn(labels, name) ? `“${labels[name]}”` : found));

/** The sentence in labels, by the field that it names first. Empty if it names none of them. */
export const faultsBeside = (sentence: string | undefined, labels: Labels): Readonly<Record<string, string>> => {
  const names = [...(sentence ?? '').matchAll(named)].map(([, name = '']) => name);
  const first = names.find((name) => Object.hasOwn(labels, name));
  return sentence === undefined || first === undefined ? {} : { [first]: inLabels(sentence, labels) };
};

/** The sentence of a form's error: "Check “Bucket”.", where one of the fields `beside` has it whole; otherwise whole. */
export const shortSentence = (
  sentence: string,
  labels: Labels,
  beside: readonly string[] = Object.keys(labels),
): string => {
  const [field = ''] = Object.keys(faultsBeside(sentence, labels));
  return beside.includes(field) ? `Check “${labels[field]}”.` : inLabels(sentence, labels);
};

/** The selector of "The selector `h1[` is not valid CSS.", a sentence without the name of its field. */
export const wrongSelectorIn = (sentence: string): string | undefined =>
  /^The selector `(.+)` is not valid CSS/.exec(sentence)?.[1];
