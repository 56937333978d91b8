import type { Session } from '@tintype/contracts';
import { useEffect, useState } from 'preact/hooks';

const looks: Record<Session['status'], string> = { active: 'good', closed: '', expired: 'warn', error: 'bad' };

export const StatusBadge = ({ status }: Pick<Session, 'status'>) => (
  <span class={`badge titled ${looks[status]}`}>{status}</span>
);

/** The time now, each second while something counts. */
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
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
