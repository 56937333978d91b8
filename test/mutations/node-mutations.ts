import type { Mutation } from './mutation.js';

/** Mistakes in the node. */
export const nodeMutations: readonly Mutation[] = [
  {
    name: 'without-reannounce',
    mistake: 'a result that nobody confirmed is not announced again',
    tests: ['deliveries'],
    patches: [
      {
        file: 'browser-node/dist/delivery.js',
        from: "if (outcome !== 'unanswered')",
        to: 'if (outcome)',
      },
    ],
  },
  {
    name: 'ack_early',
    // The waiters publish again: by design it costs one more render, and nobody anything else.
    mistake: 'the node acknowledges when it announces',
    tests: ['deliveries'],
    patches: [
      {
        file: 'browser-node/dist/worker.js',
        from: 'const stored = await deliver(',
        to: 'message.ack();\n            const stored = await deliver(',
      },
    ],
  },
  {
    name: 'abort_is_error',
    mistake: 'an abort is announced as a failure',
    tests: ['leaving'],
    patches: [
      {
        file: 'browser-node/dist/worker.js',
        from: 'if (error instanceof Unwanted) {',
        to: "if (error instanceof Unwanted) {\n                deliverFailure(this.#options.nats, job, new TintypeError('render_failed'));",
      },
    ],
  },
  {
    name: 'no_abort',
    mistake: 'a node does not ask whether a job is wanted before it renders an old one',
    tests: ['leaving'],
    patches: [
      {
        file: 'browser-node/dist/worker.js',
        from: 'return fresh || (await isWanted(',
        to: 'return true || (await isWanted(',
      },
    ],
  },
  {
    name: 'no_asking',
    mistake: 'a node does not ask by and by whether its job is still wanted',
    tests: ['waiters'],
    patches: [
      {
        file: 'browser-node/dist/job-in-work.js',
        from: 'void this.check();',
        to: '',
      },
    ],
  },
];
