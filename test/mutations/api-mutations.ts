import type { Mutation } from './mutation.js';

/** Mistakes in the api and in the streams that it makes. */
export const apiMutations: readonly Mutation[] = [
  {
    name: 'no_republish',
    mistake: 'a waiting request offers its job once',
    tests: ['leaving'],
    patches: [
      {
        file: 'api/dist/render/render-wait.js',
        from: '            this.#offer.renew();\n',
        to: '            if (!this.offered) this.#offer.renew();\n            this.offered = true;\n',
      },
    ],
  },
  {
    name: 'without-ownerpolls',
    mistake: 'the owner of a job neither looks in the cache nor publishes again',
    tests: ['deliveries'],
    patches: [
      {
        file: 'api/dist/render/render-wait.js',
        from: '            this.#offer.renew();\n',
        to: '            if (!this.#offer.owner) this.#offer.renew();\n',
      },
      {
        file: 'api/dist/render/render-wait.js',
        from: ': await this.#look();\n',
        to: ': this.#offer.owner ? undefined : await this.#look();\n',
      },
      {
        file: 'api/dist/render/job-offer.js',
        from: '    owns(job) {',
        to: '    get owner() {\n        return this.#own.size > 0;\n    }\n    owns(job) {',
      },
    ],
  },
  {
    name: 'without-anystore',
    mistake: 'the owner alone stores a result',
    tests: ['waiters'],
    patches: [
      {
        file: 'api/dist/render/render-wait.js',
        from: 'return result.ok ? this.#keep',
        to: 'if (result.ok && !isOwn) return undefined;\n        return result.ok ? this.#keep',
      },
    ],
  },
  {
    name: 'without-freshown',
    mistake: "a fresh request takes the result of another's job",
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/render-wait.js',
        from: 'if (this.#options.request.fresh && !isOwn)',
        to: 'if (this.never)',
      },
    ],
  },
  {
    name: 'fresh_answers',
    mistake: "a fresh request answers for another's job, so that nobody's render goes on",
    tests: ['leaving'],
    patches: [
      {
        file: 'api/dist/render/render-wait.js',
        from: '(job) => !request.fresh || this.#offer.owns(job)',
        to: '() => true',
      },
    ],
  },
  {
    name: 'without-name',
    mistake: 'bytes are named by the key alone',
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/result-store.js',
        from: 'blobName(`$' + '{key}.$' + '{randomUUID()}`, cacheSeconds)',
        to: '`2000000000.$' + '{key}`',
      },
    ],
  },
  {
    name: 'charge_per_record',
    mistake: "a charge's id is made with each record, and is not that of the job",
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/result-store.js',
        from: 'chargeId: rendered.job',
        to: 'chargeId: randomUUID()',
      },
    ],
  },
  {
    name: 'without-live',
    mistake: "a loser replaces the winner's record",
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/result-store.js',
        from: 'const kept = entry &&',
        to: 'const kept = this.never && entry &&',
      },
    ],
  },
  {
    name: 'unheard_is_others',
    mistake: "a record whose write got no answer counts as another's",
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/result-store.js',
        from: 'if (kept.record.object === ours.object)',
        to: 'if (this.never)',
      },
    ],
  },
  {
    name: 'without-nomax',
    mistake: 'max_deliver on the consumer',
    tests: ['deliveries'],
    patches: [
      {
        file: 'api/dist/provision.js',
        from: 'ack_wait: nanos(ackWaitMs),',
        to: 'ack_wait: nanos(ackWaitMs), max_deliver: 3,',
      },
    ],
  },
  {
    name: 'charge_first',
    mistake: 'the charge goes out before the record',
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/result-index.js',
        from: 'const { seq } = await reachableAgain(',
        to: [
          'const { chargeId: id, job, createdAt } = record;',
          "const charge = { id, account: 'tester', credits: 1, endpoint: 'image', key, job, at: new Date(createdAt) };",
          'const subject_ = `charge.render.$' + '{id}`;',
          'if (!record.charged) await nats.jetstream.publish(subject_, JSON.stringify(charge));',
          'const { seq } = await reachableAgain(',
        ].join('\n'),
      },
    ],
  },
  {
    name: 'no_cas',
    mistake: 'the record is written without compare-and-set',
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/result-index.js',
        from: 'const options = { expect, ttl:',
        to: 'const options = { ttl:',
      },
    ],
  },
  {
    name: 'cas_first',
    mistake: 'the record is written before the bytes',
    tests: ['waiters'],
    patches: [
      {
        file: 'api/dist/render/result-store.js',
        from: 'reachable(this.#blobs.put(ours.object, body))',
        to: 'undefined',
      },
      {
        file: 'api/dist/render/result-store.js',
        from: 'if (revision !== undefined)\n',
        to: 'if (revision !== undefined) await reachable(this.#blobs.put(ours.object, body));\n            if (revision !== undefined)\n',
      },
    ],
  },
  {
    name: 'charge_after_deadline',
    mistake: 'charged although the deadline has passed',
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/renders.js',
        from: 'if (Date.now() > request.deadline)',
        to: 'if (request.never)',
      },
    ],
  },
  {
    name: 'no_charged_false',
    mistake: 'a hit does not look at charged: false',
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/renders.js',
        from: 'const credits = await charging.settle(',
        to: "const credits = cache === 'HIT' ? 0 : await charging.settle(",
      },
    ],
  },
  {
    name: 'deliver_uncharged',
    mistake: 'a result is delivered although its charge could not be written',
    tests: ['records'],
    patches: [
      {
        file: 'api/dist/render/charging.js',
        from: 'return (await charging) ?',
        to: 'return (await charging.catch(() => false)) ?',
      },
    ],
  },
  {
    name: 'no_admission',
    mistake: 'an account may fill the queue',
    tests: ['queue'],
    patches: [
      {
        file: 'api/dist/render/admission.js',
        from: 'if (limit === null)\n            return publish();',
        to: 'return publish();',
      },
    ],
  },
  {
    name: 'unchecked_bytes',
    mistake: 'announced bytes are taken for what they are said to be',
    tests: ['results'],
    patches: [
      {
        file: 'api/dist/render/result-bodies.js',
        from: 'if (digest !== sha256)',
        to: 'if (!digest)',
      },
    ],
  },
];
