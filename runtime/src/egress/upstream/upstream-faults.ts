/** The proxy answers, and refuses this login. */
export class LoginRefused extends Error {
  override name = 'LoginRefused';
}

/** The proxy works, but cannot reach the destination. */
export class ProxyConnectFailed extends Error {
  override name = 'ProxyConnectFailed';
}
