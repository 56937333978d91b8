const { TINTYPE_TEST_UNTIL: seconds = 'Infinity' } = process.env;

/** Milliseconds of the epoch: what would begin later is left out, so that a run fits into the time of somebody else's. */
export const startsUntil = Number(seconds) * 1000;

/** Whether more may begin. */
export const isTimeLeft = (): boolean => Date.now() < startsUntil;
