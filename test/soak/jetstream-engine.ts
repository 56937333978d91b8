import { connectNats, createLog } from '@tintype/runtime';
import { JetStreamStore } from '@tintype/stores';
import { startObjects } from '../kit/nats/jetstream-engine.js';
import { type Direction, NatsSeam } from '../kit/nats/seam.js';
import type { SeededRandom } from '../kit/played/seeded-random.js';
import type { SoakEngine } from './engine.js';

/** Shorter than production's: versions become too old while a reader is away. */
const options = { bucket: 'objects', bookmarkEveryMs: 5000, markerSeconds: 60 };

/** A real nats-server with a seam for each of its two processes. */
export const openJetStreamEngine = async (random: SeededRandom): Promise<SoakEngine> => {
  const objects = await startObjects(options);
  const seams = [await NatsSeam.start(objects.server.url), await NatsSeam.start(objects.server.url)] as const;
  const [informers, writers] = seams;
  const nats = await connectNats({ url: writers.url, name: 'writers', log: createLog('writers', 'silent') });

  const directions: readonly Direction[] = ['sent', 'received'];
  const hold = (seam: NatsSeam) => {
    const caught = seam.on('hold', random.oneOf(directions), '>', { times: Number.POSITIVE_INFINITY });
    setTimeout(caught.release, random.between(500, 15_000));
  };
  const drop = (direction: Direction) => {
    const caught = random.oneOf(seams).on('drop', direction, '>', { times: Math.ceil(random.between(0, 3)) });
    setTimeout(caught.release, 10_000).unref();
  };

  return {
    name: 'JetStream',
    namespaces: ['one', 'two'],
    place: { nats: informers.url.href, ...options },
    store: new JetStreamStore({ nats, ...options }),
    direct: objects.store,
    faults: {
      'connection of the informers cut': { weight: 10, strike: () => informers.cut() },
      'connection of the writers cut': { weight: 5, strike: () => writers.cut() },
      'messages held': { weight: 6, strike: () => hold(random.oneOf(seams)) },
      'messages to the server lost': { weight: 6, strike: () => drop('sent') },
      'messages from the server lost': { weight: 6, strike: () => drop('received') },
    },
    crash: async () => {
      await objects.server.kill();
      await objects.server.restart();
    },
    mend: async () => {
      for (const seam of seams) seam.releaseAll();
    },
    close: async () => {
      await nats.close();
      await Promise.all(seams.map((seam) => seam.close()));
      await objects.close();
    },
  };
};
