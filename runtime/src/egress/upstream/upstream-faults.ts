/** The proxy is there, and takes no such login. */
export class LoginRefused extends Error {
  override name = 'LoginRefused';
}

/** The proxy works, and does not lead where it was asked to. */
export class NotLed extends Error {
  override name = 'NotLed';
}
