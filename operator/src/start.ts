import { buckets } from '@tintype/contracts';
import { BirthRecordFile, LedgerWatch, SessionLedger, Slots } from '@tintype/ledger';
import {
  connectNats,
  createRegistry,
  type Logger,
  type Nats,
  observeNats,
  observePodCalls,
  PrivatePort,
  type Program,
  type Registry,
} from '@tintype/runtime';
import { type ObjectStore, openObjectStore } from '@tintype/stores';
import { AccountProxies } from './accounts/account-proxies.js';
import { StoredAccounts } from './accounts/stored-accounts.js';
import { loggingCharges, loggingUncharged } from './charge-log.js';
import { type Config, ownIdentity } from './config.js';
import { eventLogSink } from './controller/events/event-log-sink.js';
import { observeEvents } from './controller/events/event-metrics.js';
import { EventRecorder, type Recordable } from './controller/events/event-recorder.js';
import { operatorLeaseName } from './installation.js';
import { observeLedger } from './session-operator/session-metrics.js';
import { SessionOperator } from './session-operator/session-operator.js';
import { HttpPodAgent } from './session-pod/http-pod-agent.js';
import { templateOf } from './session-pod/template.js';

/** A stop waits this long for unwritten events. It drops the rest, so that the program ends soon. */
const lastEventsMs = 2000;

interface OperatorParts {
  config: Config;
  log: Logger;
  registry: Registry;
  privatePort: PrivatePort;
  nats: Nats;
  objects: ObjectStore;
  ledgerWatch: LedgerWatch;
  agent: HttpPodAgent;
  events: EventRecorder;
  identity: string;
}

const createOperator = async (parts: OperatorParts): Promise<SessionOperator> => {
  const { config, log, registry, nats, objects, ledgerWatch, agent, events, identity } = parts;
  const { store } = objects;
  const namespace = config.namespace ?? objects.namespace;
  const { rootKey, sessionImage: image, sessionSeccomp: seccompProfile } = config;
  const accounts = await nats.kv(buckets.accounts);
  const recordEvent = (object: Recordable, type: 'Normal' | 'Warning', reason: string, note: string) =>
    events.record(object, { type, reason, action: 'Reconcile', note });
  return new SessionOperator({
    store,
    podTemplate: (pool, pod) => templateOf(pool, pod, { image, seccompProfile, rootKey }),
    agent,
    slots: new Slots(nats),
    ledger: loggingCharges(new SessionLedger(nats, ledgerWatch), log),
    ledgerWatch,
    accounts: new StoredAccounts(accounts),
    proxies: new AccountProxies({ kv: accounts, masterKey: config.masterKey }),
    record: loggingUncharged(recordEvent, log),
    recordPool: recordEvent,
    scope: { namespace },
    ttlSecondsAfterClosed: config.keepSeconds,
    lease: { namespace, name: operatorLeaseName },
    need: { name: 'NATS', isMet: () => nats.connected },
    identity,
    log,
    registry,
  });
};

/** Lets the private port answer `/readyz` with the operator's readiness and whether NATS is connected. */
const serveReadiness = ({ privatePort, nats }: OperatorParts, operator: SessionOperator): void =>
  privatePort.setAnswers({
    ready: () => {
      const { parts, ...readiness } = operator.readiness;
      return { ...readiness, parts: { ...parts, nats: nats.connected } };
    },
  });

const createParts = async (config: Config, log: Logger, stopping: AbortSignal): Promise<OperatorParts> => {
  const registry = createRegistry('operator');
  const privatePort = await PrivatePort.open({ host: config.privateHost, port: config.privatePort, registry });
  const onWaiting = (reason: string) => privatePort.setWaiting(reason);
  const nats = await connectNats({ url: config.natsUrl, name: 'operator', log, signal: stopping, onWaiting });
  observeNats(registry, nats);
  const { kubernetes } = config;
  const identity = ownIdentity(config.identity);
  const storeNames = { bucket: buckets.objects, program: 'tintype-operator' };
  const objects = await openObjectStore({ kubernetes, nats, ...storeNames, log, registry });
  const reporter = { reportingController: 'tintype.dev/operator', reportingInstance: identity };
  // The log sink skips `NotCharged`, because `loggingUncharged` logs this reason, with the account.
  const sink = objects.eventSink?.(reporter) ?? eventLogSink(log, ['NotCharged']);
  const onEvent = observeEvents(registry);
  return {
    config,
    log,
    registry,
    privatePort,
    nats,
    objects,
    identity,
    ledgerWatch: new LedgerWatch({ nats, record: new BirthRecordFile(config.ledgerBirth), log }),
    agent: new HttpPodAgent({ rootKey: config.rootKey, onCall: observePodCalls(registry) }),
    events: new EventRecorder({ sink, log, onEvent }),
  };
};

/** Connects the operator to NATS and its object store, and starts it. It leads, or stands by. */
export const startOperator = async (config: Config, log: Logger, stopping: AbortSignal): Promise<Program> => {
  log.level = config.logLevel;
  const parts = await createParts(config, log, stopping);
  const { privatePort, nats, objects, ledgerWatch, agent, events } = parts;
  const operator = await createOperator(parts);
  serveReadiness(parts, operator);
  observeLedger(parts.registry, ledgerWatch);
  await ledgerWatch.start();
  // If the operator's work fails, the rejection ends the program. Then another operator leads.
  void operator.start();
  log.info({ objects: config.objects, identity: parts.identity }, 'started');
  return {
    stop: async () => {
      // First release the lease, so that the next operator can lead.
      await operator.stop();
      ledgerWatch.stop();
      await events.end(lastEventsMs);
      await agent.end();
      privatePort.server.close();
      await objects.close();
      await nats.close();
    },
  };
};
