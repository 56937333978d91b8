// Writes charts/tintype/files/dashboard.json, a dashboard for Grafana: a row of panels for each duty.
import { writeFileSync } from 'node:fs';

const here = '{namespace="$namespace"}';
const where = (more) => `{namespace="$namespace", ${more}}`;
const rate = (metric, by, selector = here) => `sum by (${by}) (rate(${metric}${selector}[$__rate_interval]))`;
const total = (metric) => `sum(rate(${metric}${here}[$__rate_interval]))`;
const quantile = (q, metric, by) =>
  `histogram_quantile(${q}, ${rate(`${metric}_bucket`, ['le', by].filter(Boolean).join(', '))})`;

const rows = {
  Requests: [
    ['Requests a second, by status', 'reqps', [rate('tintype_http_requests_total', 'status')]],
    ['Time to answer, p95 by route', 's', [quantile(0.95, 'tintype_http_request_seconds', 'route')]],
    ['Connections to NATS', 'none', [`min by (program) (tintype_nats_connected${here})`]],
  ],
  Renders: [
    ['Jobs by how they ended', 'ops', [rate('tintype_render_jobs_total', 'outcome')]],
    ['Steps of renders, p95', 's', [quantile(0.95, 'tintype_render_phase_seconds', 'phase')]],
    [
      'Places, and those in use',
      'none',
      [`sum(tintype_render_slots${here})`, `sum(tintype_render_jobs_in_work${here})`],
    ],
    ['Memory of browsers', 'bytes', [`tintype_browser_memory_bytes${here}`]],
    ['Browsers that ended', 'ops', [rate('tintype_browser_ends_total', 'reason')]],
    ['Connections of browsers', 'ops', [rate('tintype_egress_connections_total', 'outcome')]],
  ],
  'Storage and links': [
    ["Uploads to accounts' storage, by outcome", 'ops', [rate('tintype_uploads_total', 'outcome')]],
    ['Accounts whose uploads fail', 'none', [`max by (outcome) (tintype_upload_accounts_failing${here})`]],
    ['Time of uploads, p95', 's', [quantile(0.95, 'tintype_upload_seconds')]],
    [
      'Bytes uploaded, and delivered from the cache',
      'Bps',
      [total('tintype_upload_bytes_total'), total('tintype_delivered_bytes_total')],
    ],
    [
      'Links to files, by status',
      'reqps',
      [rate('tintype_http_requests_total', 'status', where('route="/files/:token/:name"'))],
    ],
    ["Requests to the installation's S3 store", 'ops', [rate('tintype_s3_requests_total', 'operation, outcome')]],
    ["Bytes to and from the installation's S3 store", 'Bps', [rate('tintype_s3_bytes_total', 'operation')]],
  ],
  Batches: [
    ['Items by how they ended', 'ops', [rate('tintype_batch_items_total', 'outcome, code')]],
    ['Items that wait', 'none', [`sum(tintype_batch_items_waiting${here})`]],
    [
      'Batches in work, and paused',
      'none',
      [`sum(tintype_batches_running${here})`, `max(tintype_batches_paused${here})`],
    ],
    [
      'Longest stand-still of a batch, and age of the oldest work',
      's',
      [`max(tintype_batch_still_seconds${here})`, `max by (kind) (tintype_batch_work_age_seconds${here})`],
    ],
    ['Failed attempts at work on batches', 'ops', [rate('tintype_batch_work_failures_total', 'kind')]],
    ['Notifications by outcome', 'ops', [rate('tintype_batch_notifications_total', 'outcome')]],
  ],
  'Tool server': [
    ['Calls of tools, by outcome', 'ops', [rate('tintype_tool_calls_total', 'outcome')]],
    [
      'Refused messages, by reason',
      'reqps',
      [rate('tintype_http_requests_total', 'code', where('route="/mcp/v1", code!=""'))],
    ],
    ['Calls by tool', 'ops', [rate('tintype_tool_calls_total', 'tool')]],
    ['Time of calls, p95 by tool', 's', [quantile(0.95, 'tintype_tool_call_seconds', 'tool')]],
  ],
  Sessions: [
    ['Sessions by phase', 'none', [`max by (phase) (tintype_sessions${here})`]],
    ['Longest wait to be charged', 's', [`max(tintype_session_settling_age_seconds${here})`]],
    ['Openings', 'ops', [rate('tintype_session_openings_total', 'outcome')]],
    [
      'Pools',
      'none',
      [`max by (pool, state) (tintype_pool_pods${here})`, `max by (pool) (tintype_pool_desired${here})`],
    ],
    ['Pods given, warm and cold', 'ops', [rate('tintype_pool_given_total', 'pool, kind')]],
    ['Refill of pools, p95', 's', [quantile(0.95, 'tintype_pool_refill_seconds', 'pool')]],
    ['Wait for a browser, p95', 's', [quantile(0.95, 'tintype_pool_wait_seconds', 'pool')]],
    ['DevTools clients', 'none', [`sum(tintype_cdp_connections${here})`]],
  ],
  Operator: [
    ['Who leads', 'none', [`tintype_leader_is_leading${here}`]],
    ['Reconciles by how they ended', 'ops', [rate('tintype_reconcile_total', 'controller, result')]],
    ['Keys that wait', 'none', [`sum by (controller, lane) (tintype_workqueue_depth${here})`]],
    ['Calls of the API server, p95', 's', [quantile(0.95, 'tintype_kubernetes_request_seconds', 'verb')]],
    ['Calls of pods, p95', 's', [quantile(0.95, 'tintype_pod_call_seconds', 'call')]],
    [
      'Calls of the API server that failed',
      'ops',
      [rate('tintype_kubernetes_requests_total', 'verb, kind, code', where('code!~"2.."'))],
    ],
  ],
};

// The syntax of Grafana's variables.
// biome-ignore lint/suspicious/noTemplateCurlyInString: see above
const datasource = { type: 'prometheus', uid: '${datasource}' };
const [width, height] = [8, 7];
let id = 0;
let y = 0;

const panelsOf = ([title, panels]) => {
  const row = { id: ++id, type: 'row', title, gridPos: { h: 1, w: 24, x: 0, y } };
  const top = y + 1;
  y = top + Math.ceil(panels.length / 3) * height;
  const drawn = panels.map(([name, unit, expressions], at) => ({
    id: ++id,
    type: 'timeseries',
    title: name,
    datasource,
    gridPos: { h: height, w: width, x: (at % 3) * width, y: top + Math.floor(at / 3) * height },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: expressions.map((expr, index) => ({ refId: 'ABC'[index], datasource, expr })),
  }));
  return [row, ...drawn];
};

const dashboard = {
  uid: 'tintype',
  title: 'Tintype',
  tags: ['tintype'],
  timezone: 'browser',
  schemaVersion: 39,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', type: 'datasource', query: 'prometheus' },
      {
        name: 'namespace',
        type: 'query',
        datasource,
        query: 'label_values(tintype_nats_connected, namespace)',
        refresh: 2,
      },
    ],
  },
  panels: Object.entries(rows).flatMap(panelsOf),
};
writeFileSync(
  new URL('../charts/tintype/files/dashboard.json', import.meta.url),
  `${JSON.stringify(dashboard, null, 2)}\n`,
);
process.stdout.write(`${id} panels\n`);
