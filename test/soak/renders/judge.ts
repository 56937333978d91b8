import { errorTable } from '@tintype/contracts';
import type { PageServer } from '../../kit/pages/pages.js';
import type { Answer, Service } from '../../kit/service/service.js';
import type { Planned } from './pages.js';

export interface Verdict {
  /** `right`: the page's own result. `error`: one of the catalogue that the page or a kill explains. */
  is: 'right' | 'error' | 'wrong';
  /** `whole`, `partial` (with warnings), a code of the catalogue, or `none`. */
  code: string;
  isOrdinary: boolean;
  /** The status was 200. */
  isDelivered: boolean;
  /** Request and answer, in one line. */
  what: string;
}

/** A request ends after 60 s. */
const patienceMs = 100_000;

/** The api closes a connection that was idle for 5 s. On a loaded machine, a client would send a request to one that just closed. */
const headers = { connection: 'close' };

/** Errors that a killed browser or node may cause. */
const afterKills = ['render_failed', 'timeout', 'unavailable', 'overloaded', 'partial'];

const codeOf = (answer: Answer): string => {
  if (answer.status === 200) return answer.headers.get('x-warnings') ? 'partial' : 'whole';
  const { code } = answer.error();
  const known = errorTable[code as keyof typeof errorTable];
  if (known?.status !== answer.status) throw new Error(`${answer.status} with the code ${code}`);
  return code;
};

const judged = ({ ends, check }: Planned, answer: Answer): Pick<Verdict, 'is' | 'code'> => {
  const code = codeOf(answer);
  if (answer.status === 200) check(answer.body);
  const expected = [...(ends ?? ['whole']), ...afterKills];
  if (!expected.includes(code)) throw new Error(`${code}: ${answer.status === 200 ? '' : answer.error().error}`);
  return { is: answer.status === 200 ? 'right' : 'error', code };
};

/** Asks for one render and judges its answer. Never rejects. */
export const ask = async (
  { service, site }: { service: Service; site: PageServer },
  planned: Planned,
): Promise<Verdict> => {
  const { endpoint, path, options, ends } = planned;
  const isOrdinary = ends === undefined;
  const what = `${endpoint} ${path} ${JSON.stringify(options)}`;
  let isDelivered = false;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await service.get({ url: site.url(path), ...options }, { endpoint, signal, headers });
    isDelivered = answer.status === 200;
    const { is, code } = judged(planned, answer);
    return { is, code, isOrdinary, isDelivered, what: `${what}: ${code}` };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = [message, ...(cause ? [String(cause)] : [])].join(' ').replaceAll(/\s+/g, ' ');
    return { is: 'wrong', code: 'none', isOrdinary, isDelivered, what: `${what}: ${why}` };
  }
};
