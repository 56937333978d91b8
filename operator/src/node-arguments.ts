/**
 * What Node.js is started with for the operator, beside its program. What a session leaves behind is small and dies young; with
 * V8's own size of the young generation, 1,000 of them opened take 90 MB more, and with half of this size a lot of it grows old
 * first (docs/performance.md).
 */
export const operatorNodeArguments = ['--max-semi-space-size=8'] as const;
