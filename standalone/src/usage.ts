export const usage = `Tintype on one machine: nats-server, the api, the operator, a render node and
the browsers of sessions under one supervisor.

Usage: node standalone/dist/main.js [--help] [--end-with-parent]

  --help             this text
  --end-with-parent  stop when the process that started this one is gone (make run uses it)

Environment:
  TINTYPE_HOST            127.0.0.1  address of the public routes
  TINTYPE_PORT            8080       port of the public routes
  TINTYPE_PRIVATE_PORT    9090       health, metrics and admin routes, on 127.0.0.1
  TINTYPE_DATA_DIR        .tintype   everything that is kept; deleting it is a fresh start
  TINTYPE_ACCOUNT                    user_id:api_key:api_secret, several separated by commas;
                                     without it a demo account is made once
  TINTYPE_ADMIN_TOKEN                token of the admin routes; without it they are off
  TINTYPE_EGRESS_ALLOW               CIDR|host[:port] that browsers may reach although private
  TINTYPE_NATS_URL                   use this NATS instead of starting one
  TINTYPE_S3_ENDPOINT, _REGION, _BUCKET, _KEY, _SECRET, _PATH_STYLE
                                     S3-compatible store for results; without it they lie in NATS
  TINTYPE_BASE_URL, _API_URL, _EDGE_URL, _MCP_URL   what links say
  TINTYPE_MASTER_KEY                 encrypts kept secrets; without it one is made once
  TINTYPE_ROOT_KEY                   tokens of sessions; without it one is made once
  TINTYPE_SESSION_PODS    10         sessions at once, 0 for none
  TINTYPE_WARM_SESSIONS   2          browsers that wait for sessions, 0 for none
  TINTYPE_SESSION_UIDS    50000-59999  users of their browsers, as root
  TINTYPE_HEADLESS_SHELL, TINTYPE_CHROMIUM, TINTYPE_NATS_SERVER   paths of the binaries
  TINTYPE_LOG_LEVEL       info       of the logs in the data folder`;
