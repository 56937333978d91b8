import { breakAnswer, breakWatch, cut, delay, type Fault, loseAnswer, pass, refuse } from './fault-proxy-faults.js';
import type { Direction, NatsSeam } from './nats-seam.js';
import type { SeededRandom } from './seeded-random.js';

/** What may happen to a call on the API server, and how often of all of them. */
const callWeights = {
  pass: 84,
  delay: 5,
  cut: 2,
  conflict: 2,
  throttled: 1,
  failed: 2,
  'answer lost': 3,
  'answer broken': 1,
} as const;

/** No watch lives for longer than so many events. */
const mostEvents = 40;

const latestMs = 500;

/** Each call meets what the next number says. */
export const troubledCalls =
  (random: SeededRandom): Fault =>
  (exchange) =>
    exchange.watch ? troubledWatch(random)(exchange) : faultOf(random)(exchange);

const troubledWatch = (random: SeededRandom): Fault =>
  breakWatch(Math.floor(random.between(0, mostEvents)), random.chance(0.5) ? 'cut' : 'end');

const faultOf = (random: SeededRandom): Fault => {
  switch (random.weighted(callWeights)) {
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

/** A connection to NATS bears so many messages from either side at most. */
const mostMessages = 400;

/** Cuts the connections of a seam again and again: after a message from either side, which is lost or comes through. */
export class TroubledSeam {
  readonly #seam: NatsSeam;
  #isOver = true;

  constructor(seam: NatsSeam) {
    this.#seam = seam;
  }

  begin(random: SeededRandom): void {
    this.#isOver = false;
    void this.#cutOften(random);
  }

  end(): void {
    this.#isOver = true;
  }

  async #cutOften(random: SeededRandom): Promise<void> {
    while (!this.#isOver) {
      const direction = random.chance(0.5) ? 'sent' : 'received';
      await this.#passed(direction, Math.floor(random.between(20, mostMessages)));
      if (this.#isOver) return;
      await this.#seam.on(random.chance(0.5) ? 'hold' : 'watch', direction, '>').first;
      this.#seam.cut();
    }
  }

  async #passed(direction: Direction, messages: number): Promise<void> {
    for (let left = messages; left > 0; left--) await this.#seam.on('watch', direction, '>').first;
  }
}
