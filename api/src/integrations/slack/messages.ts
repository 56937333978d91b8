import type { TintypeError } from '@tintype/contracts';

/** A message in Slack's form: https://docs.slack.dev/interactivity/handling-user-interaction#message_responses */
export interface SlackMessage {
  /** `ephemeral`: only the person who typed the command sees it. */
  response_type: 'ephemeral' | 'in_channel';
  /** If there are `blocks`, only notifications show this text. */
  text: string;
  blocks?: readonly object[];
}

/** Escapes the three characters with a meaning in Slack's markup. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A message that only the person who typed the command sees. */
export const privateMessage = (text: string): SlackMessage => ({ response_type: 'ephemeral', text: escaped(text) });

export const failureMessage = (
  { message, code }: Pick<TintypeError, 'message' | 'code'>,
  command: string,
): SlackMessage => privateMessage(`${message} (${code}) ${command} help shows how to use it.`);

/** How to use the command; `unknown` is a first word that is neither a command nor a page. */
export const usageMessage = (command: string, unknown?: string): SlackMessage =>
  privateMessage(
    [
      ...(unknown === undefined ? [] : [`No such command: \`${unknown}\`. The address of a page has a dot.`, '']),
      `${command} <url> [name=value] … posts a picture of a page here.`,
      '',
      `${command} https://example.com`,
      `${command} https://example.com full darkMode`,
      `${command} https://example.com vw=390 vh=844 selector="#main article"`,
      '',
      'All options of pictures work: width `vw`, height `vh`, `full`, `selector`, `emulateDevice`, `delay`, `waitFor`, `darkMode`, `blockAds`, `blockCookieBanners` …',
      `${command} connect <code> connects this workspace with an account.`,
    ].join('\n'),
  );

/** The host and port of a page. Path and query may have a secret, which the channel must not see. */
const shownHost = (url: string): string => new URL(url).host.slice(0, 200);

export interface PostedPicture {
  /** The captured page. */
  url: string;
  /** The link to the picture. */
  link: string;
  contentType: string;
  /** Slack's id of the person. */
  user: string;
}

/** Slack shows pictures of these types in a message: https://docs.slack.dev/reference/block-kit/blocks/image-block */
const shownTypes = ['image/png', 'image/jpeg', 'image/gif'];

/** The message with the picture, which all members of the channel see. */
export const pictureMessage = ({ url, link, contentType, user }: PostedPicture): SlackMessage => {
  const page = shownHost(url);
  const text = `Screenshot of ${page}`;
  const blocks = [
    shownTypes.includes(contentType)
      ? { type: 'image', image_url: link, alt_text: text, title: { type: 'plain_text', text: page } }
      : { type: 'section', text: { type: 'mrkdwn', text: escaped(text) } },
    { type: 'context', elements: [{ type: 'mrkdwn', text: `<@${user}> · <${link}|open the picture>` }] },
  ];
  return { response_type: 'in_channel', text: escaped(text), blocks };
};
