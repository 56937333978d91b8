/** A time, in milliseconds of the Unix epoch, as Kubernetes' MicroTime: RFC 3339 with six digits of a second. */
export const microTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '000Z');
