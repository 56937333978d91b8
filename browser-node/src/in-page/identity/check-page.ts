/**
 * Whether the document is a check by a site's bot protection. The check examines the browser, and then loads the wanted
 * page by itself. `isRefusal`: the server answered with a status of such checks. Then a short text with their words
 * counts, too.
 */
export const isCheckPage = (isRefusal: boolean): boolean => {
  // Cloudflare, Anubis, Imperva, DataDome, HUMAN, Akamai, AWS, Sucuri, DDoS-Guard, in this order.
  const marks = [
    ...['#challenge-form', '#challenge-running', '#challenge-error-text', '#cf-challenge-running'],
    'script#anubis_challenge',
    'iframe[src*="_Incapsula_Resource"]',
    'script[src*="captcha-delivery.com"]',
    '#px-captcha',
    '#sec-if-cpt-container',
    'script[src*=".token.awswaf.com"]',
    'script[src*="sucuri_cloudproxy"]',
    'script[src*="/.well-known/ddos-guard/"]',
  ];
  // Only the marks of Cloudflare and Anubis count with an ordinary status.
  if (!isRefusal) return document.querySelector(marks.slice(0, 5).join()) !== null;
  if (document.querySelector(marks.join())) return true;
  // biome-ignore lint/performance/useDomNodeTextContent: texts of scripts do not count
  const text = `${document.title} ${document.body?.innerText ?? ''}`;
  const words =
    /just a moment|one moment|please wait|checking (?:if |that )?(?:your|the) (?:browser|connection)|verif\w+ (?:that )?you are|security check|ddos protection|enable javascript and cookies/i;
  return text.length < 2000 && document.scripts.length > 0 && words.test(text);
};
