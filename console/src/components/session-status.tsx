import type { Session } from '@tintype/contracts';
import { useEffect, useState } from 'preact/hooks';

const looks: Record<Session['status'], string> = { active: 'good', closed: '', expired: 'warn', error: 'bad' };

export const StatusBadge = ({ status }: Pick<Session, 'status'>) => (
  <span class={`badge titled ${looks[status]}`}>{status}</span>
);

/** The current time in milliseconds, updated each second while `isCounting`. */
export const useNow = (isCounting: boolean): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return now;
};

/** `4:05` */
export const formatClock = (seconds: number): string => {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`;
};
