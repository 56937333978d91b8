/** Milliseconds of the epoch as Kubernetes and the books write a time. */
export const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();
