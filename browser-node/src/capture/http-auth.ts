import type { PausedRequests } from '../browser/page/paused-requests.js';

/**
 * Answers the password question of the page's own origin, and of no other: a header on every request would hand the
 * password to everybody whose pictures the page shows.
 */
export const answerHttpAuth = async (requests: PausedRequests, url: string, userAndPassword: string): Promise<void> => {
  const separator = userAndPassword.indexOf(':');
  const username = userAndPassword.slice(0, separator);
  const password = userAndPassword.slice(separator + 1);
  const { origin } = new URL(url);
  const asked = new Set<string>();

  await requests.answerAuth(({ requestId, authChallenge }) => {
    // Asked again means that it was wrong: show what the server answers then.
    const known = authChallenge.source === 'Server' && authChallenge.origin === origin && !asked.has(requestId);
    asked.add(requestId);
    return known ? { response: 'ProvideCredentials', username, password } : { response: 'CancelAuth' };
  });
};
