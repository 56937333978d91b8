import { type ActionPayloads, type ActionType, actionTypes, pictureBytes, similarName } from '@tintype/client';
import { Argument, type Command } from 'commander';
import { actionRows } from '../actions.generated.js';
import { type Context, contextOf, type GlobalOptions } from '../context.js';
import { CommandError } from '../failures.js';
import { collectOption, type Given, payloadValue } from '../option-values.js';
import { checkOutput, save } from '../terminal/output-file.js';
import { printJson, refuseTerminal, type Terminal } from '../terminal/terminal.js';
import { fieldValue } from './action-fields.js';

interface ActionOptions extends GlobalOptions {
  X: Given;
  payload?: string;
  output?: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const payloadOf = (type: string, { X, payload }: ActionOptions): Record<string, unknown> => {
  const fields = Object.fromEntries(Object.entries(X).map(([name, text]) => [name, fieldValue(type, name, text)]));
  if (payload === undefined) return fields;
  const whole = payloadValue(payload);
  if (isObject(whole)) return { ...whole, ...fields };
  throw new CommandError('`--payload` takes a JSON object, such as {"url": "https://example.com/"}.', 'usage');
};

/** Refuses names of `-X` that the action does not have; a newer service may have more, which `--payload` takes. */
export const checkFields = (type: string, X: Given): void => {
  const names = actionRows.find((row) => row.name === type)?.fields.map(({ name }) => name);
  const name = Object.keys(X).find((each) => names && !names.includes(each));
  if (name === undefined) return;
  const similar = similarName(name, names ?? []);
  const next = similar ? `Did you mean \`${similar}\`?` : `\`tintype sessions actions ${type}\` explains the fields.`;
  throw new CommandError(`-X ${name}: ${type} has no such field. ${next}`, 'usage');
};

/** The number of pictures that the answer will have. */
const picturesOf = (type: unknown, payload: Record<string, unknown>): number => {
  const own = type === 'screenshot' || payload.screenshot === true ? 1 : 0;
  const actions = type === 'batch' && Array.isArray(payload.actions) ? payload.actions.filter(isObject) : [];
  return actions.reduce((sum, each) => sum + picturesOf(each.type, isObject(each.payload) ? each.payload : {}), own);
};

/** Takes the picture out of an answer, if there is one. */
const pictureOf = (answer: object): { bodyBase64: string } | undefined => {
  const { bodyBase64, screenshot } = answer as { bodyBase64?: string; screenshot?: { bodyBase64: string } };
  return bodyBase64 === undefined ? screenshot : { bodyBase64 };
};

/** `output` gets the picture of an answer, else the answer as JSON. */
const showAnswer = ({ terminal }: Context, answer: object, output: string | undefined): void => {
  const picture = pictureOf(answer);
  if (output === undefined || (!picture && output === '-')) {
    printJson(terminal, answer);
    return;
  }
  if (!picture) {
    save(output, `${JSON.stringify(answer)}\n`);
    printJson(terminal, { file: output });
    return;
  }
  const { bodyBase64: _body, screenshot: _picture, ...rest } = answer as Record<string, unknown>;
  if (output === '-') {
    terminal.out.write(pictureBytes(picture));
    return;
  }
  save(output, pictureBytes(picture));
  printJson(terminal, { ...rest, file: output });
};

/** Refuses what cannot be shown or written, before the action runs. */
const checkPictures = (context: Context, type: ActionType, payload: Record<string, unknown>, output?: string): void => {
  const isOne = type !== 'batch' || payload.screenshot === true;
  if (output !== undefined && !isOne)
    throw new CommandError('`-o` takes one picture. Redirect the JSON of a batch: `> answer.json`.', 'usage');
  if ((output ?? '-') === '-' && (output === '-' || picturesOf(type, payload) > 0))
    refuseTerminal(context.terminal, 'a picture', isOne ? 'page.png' : 'answer.json', isOne);
  checkOutput(output);
};

const act = async (context: Context, [id, type]: [string, ActionType], options: ActionOptions): Promise<void> => {
  checkFields(type, options.X);
  const payload = payloadOf(type, options);
  checkPictures(context, type, payload, options.output);
  const answer = await context.client.sessions.act(id, type, payload as ActionPayloads[typeof type]);
  showAnswer(context, answer, options.output);
};

export const addActionCommand = (sessions: Command, terminal: Terminal): void => {
  sessions
    .command('action')
    .description('run one action in the browser of a session, and print its answer')
    .argument('<id>', 'an open session, as `tintype sessions create` prints it')
    .addArgument(new Argument('<type>', `one of ${actionTypes.join(', ')}`))
    .option('-X <name=value>', 'a field of the payload; may be repeated', collectOption, {})
    .option('--payload <json>', 'the payload as JSON')
    .option('-o, --output <file>', 'write the picture of the answer, else its JSON, to this file')
    .addHelpText(
      'after',
      '\n`tintype sessions actions <type>` explains the fields.\n\nExamples:\n  tintype sessions action sess_… goto -X url=https://example.com\n  tintype sessions action sess_… screenshot -X fullPage=true -o page.png',
    )
    .action((id: string, type: ActionType, options: ActionOptions, command: Command) =>
      act(contextOf(terminal, command), [id, type], options),
    );
};
