import { breakAnswer, breakWatch, cut, delay, type Fault, loseAnswer, pass, refuse } from '../fault-proxy/faults.js';
import type { Direction, NatsSeam } from '../nats/seam.js';
import type { SeededRandom } from '../played/seeded-random.js';

/** Decides faults and records them. */
export interface Trouble {
  random: SeededRandom;
  note: (text: string) => void;
}

const callWeights = {
  pass: 70,
  delay: 8,
  cut: 4,
  conflict: 4,
  throttled: 2,
  failed: 4,
  'answer lost': 6,
  'answer broken': 2,
} as const;

/** A watch ends after at most that many events. */
const maxEvents = 20;

const latestMs = 500;

export const troubledCalls =
  ({ random, note }: Trouble): Fault =>
  (exchange) => {
    if (exchange.watch) return troubledWatch(random)(exchange);
    const fate = random.weighted(callWeights);
    const { verb, resource } = exchange.call;
    if (fate !== 'pass') note(`${verb} ${resource}: ${fate}`);
    return faultOf(fate, random)(exchange);
  };

const troubledWatch = (random: SeededRandom): Fault =>
  breakWatch(Math.floor(random.between(0, maxEvents)), random.chance(0.5) ? 'cut' : 'end');

const faultOf = (fate: keyof typeof callWeights, random: SeededRandom): Fault => {
  switch (fate) {
    case 'pass':
      return pass;
    case 'delay':
      return delay(random.between(0, latestMs));
    case 'cut':
      return cut;
    case 'conflict':
      return refuse(409);
    case 'throttled':
      return refuse(429, { retryAfterSeconds: 1 });
    case 'failed':
      return refuse(500);
    case 'answer lost':
      return loseAnswer();
    case 'answer broken':
      return breakAnswer;
  }
};

/** A NATS connection breaks after at most that many messages per side. */
const maxMessages = 80;

/** Cuts a seam's connections repeatedly, after a message that is lost or arrives. */
export class TroubledSeam {
  readonly #seam: NatsSeam;
  #isOver = true;

  constructor(seam: NatsSeam) {
    this.#seam = seam;
  }

  begin(trouble: Trouble): void {
    this.#isOver = false;
    void this.#cutOften(trouble);
  }

  end(): void {
    this.#isOver = true;
  }

  async #cutOften({ random, note }: Trouble): Promise<void> {
    while (!this.#isOver) {
      const direction = random.chance(0.5) ? 'sent' : 'received';
      await this.#passed(direction, Math.floor(random.between(0, maxMessages)));
      if (this.#isOver) return;
      const fate = random.chance(0.5) ? 'hold' : 'watch';
      const { subject } = await this.#seam.on(fate, direction, '>').first;
      note(`cut ${fate === 'hold' ? 'before' : 'after'} ${subject} is ${direction}`);
      this.#seam.cut();
    }
  }

  async #passed(direction: Direction, messages: number): Promise<void> {
    for (let left = messages; left > 0; left--) await this.#seam.on('watch', direction, '>').first;
  }
}
