import { electionSuite } from '../kit/election-suite.js';
import { startObjects } from '../kit/jetstream-engine.js';

electionSuite('JetStream', async () => {
  const { server, close } = await startObjects();
  return {
    store: { nats: server.url.href, bucket: 'objects' },
    kill: () => server.kill(),
    restart: () => server.restart(),
    close,
  };
});
