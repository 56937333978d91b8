import { startObjects } from '../../kit/nats/jetstream-engine.js';
import { NatsSeam } from '../../kit/nats/seam.js';
import { electionSuite } from '../../kit/operator/election-suite.js';

electionSuite('JetStream', async () => {
  const { server, close } = await startObjects();
  const seam = await NatsSeam.start(server.url);
  return {
    places: {
      first: { nats: seam.url.href, bucket: 'objects' },
      second: { nats: server.url.href, bucket: 'objects' },
    },
    cutOff: () => {
      for (const direction of ['sent', 'received'] as const)
        seam.on('drop', direction, '>', { times: Number.POSITIVE_INFINITY });
      return () => seam.releaseAll();
    },
    kill: () => server.kill(),
    restart: () => server.restart(),
    close: async () => {
      await seam.close();
      await close();
    },
  };
});
