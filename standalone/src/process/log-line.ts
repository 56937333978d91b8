const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type Level = (typeof levels)[number];

export interface LogLine {
  level: Level;
  time: Date;
  message: string;
  fields: Record<string, unknown>;
}

const natsLevels: Record<string, Level> = {
  TRC: 'trace',
  DBG: 'debug',
  INF: 'info',
  WRN: 'warn',
  ERR: 'error',
  FTL: 'fatal',
};

const fromNats = (text: string): LogLine | undefined => {
  const [, label, message] = /^\[\d+\] \S+ \S+ \[(\w{3})\] (.*)$/.exec(text) ?? [];
  const level = natsLevels[label ?? ''];
  return level && { level, time: new Date(), message: message ?? '', fields: {} };
};

const parseObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

const fromPino = (text: string): LogLine | undefined => {
  const { level, time, msg, program: _program, ...fields } = (text.startsWith('{') && parseObject(text)) || {};
  const knownLevel = levels.find((name) => name === level);
  if (!knownLevel) return undefined;
  const at = new Date(typeof time === 'string' ? time : Date.now());
  return { level: knownLevel, time: at, message: typeof msg === 'string' ? msg : '', fields };
};

/** Reads a line of a part's output. A line in an unknown format comes from a crash, and counts as a warning. */
export const readLogLine = (text: string): LogLine =>
  fromPino(text) ?? fromNats(text) ?? { level: 'warn', time: new Date(), message: text, fields: {} };

export const isNotable = ({ level }: LogLine): boolean => levels.indexOf(level) >= levels.indexOf('warn');

const plain = (value: unknown): unknown =>
  value && typeof value === 'object' && 'message' in value ? value.message : value;

const fieldText = (value: unknown): string => {
  const text = plain(value);
  return typeof text === 'string' && /^[^\s"=]+$/.test(text) ? text : (JSON.stringify(text) ?? '');
};

/** Removes bytes that move the cursor or change colours: pages and clients choose some log texts. */
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');

/** `12:03:04 api  warn  message key=value`, in local time. */
export const readableLine = (part: string, { level, time, message, fields }: LogLine): string => {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((n) => String(n).padStart(2, '0'))
    .join(':');
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${fieldText(value)}`);
  return printable([clock, part.padEnd(12), level.padEnd(5), message, ...rest].join(' ').trimEnd());
};
