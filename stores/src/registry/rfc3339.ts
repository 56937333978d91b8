const pattern = /^(\d{4}-\d\d-(\d\d))T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** `Date` takes the 30th of February for a day in March. */
const isDay = (date: string, day: string) => new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day);

/** Whether it is a time in RFC 3339; a date alone is none. */
export const isTime = (value: unknown): value is string => {
  const [, date, day] = (typeof value === 'string' && pattern.exec(value)) || [];
  return date !== undefined && day !== undefined && isDay(date, day) && !Number.isNaN(Date.parse(String(value)));
};
