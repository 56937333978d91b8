/**
 * A version from which a watch can begin: the bucket's sequence, and the time of the server in milliseconds at which it was
 * the last one. An object's own `resourceVersion` is its sequence alone.
 */
export interface Position {
  sequence: number;
  time: number;
}

export const positionText = ({ sequence, time }: Position): string => `${sequence}@${time}`;

/** Undefined for what is none, such as an object's own version or that of another engine. */
export const positionOf = (text: string): Position | undefined => {
  const [, sequence, time] = /^(\d+)@(\d+)$/.exec(text) ?? [];
  return sequence && time ? { sequence: Number(sequence), time: Number(time) } : undefined;
};
