/** Single values of options that are otherwise there, and that this version does not have: no message recommends them. */
export const laterValues = { type: ['avif'] };
