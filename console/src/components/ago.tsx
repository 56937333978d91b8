import { formatAgo, formatTime } from './format.js';

/** A near time as people say it; the exact one shows on hover. */
export const Ago = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatTime(time)}>
    {formatAgo(time)}
  </time>
);
