import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { TintypeError } from '@tintype/contracts';
import { type DayOfUsage, dayOf, dayOfUsage, type UsageRecords } from '@tintype/ledger';
import { z } from 'zod';
import type { AccountGuard } from '../../auth/account-guard.js';
import { readQuery } from '../../middleware/read-query.js';
import { reachable } from '../../reachable.js';

export interface UsageRoutesOptions {
  guard: Pick<AccountGuard, 'admit'>;
  usage: Pick<UsageRecords, 'days'>;
}

const dayMs = 86_400_000;
const defaultDays = 30;
export const maxUsageDays = 366;

const dateError = 'a UTC day such as 2026-05-01';
const date = z.iso.date({ error: dateError }).optional();

/** `GET /v1/account/usage?…` */
export const usageQuerySchema = z.object({
  from: date.meta({ description: `First day (UTC); by default ${defaultDays - 1} days before \`to\`.` }),
  to: date.meta({ description: 'Last day (UTC), included; by default today.' }),
});

/** Every day of the range, in order. Throws `invalid_request`. */
export const daysBetween = ({ from, to }: z.output<typeof usageQuerySchema>, now = Date.now()): string[] => {
  const last = Date.parse(to ?? dayOf(now));
  const first = from === undefined ? last - (defaultDays - 1) * dayMs : Date.parse(from);
  const count = (last - first) / dayMs + 1;
  if (count >= 1 && count <= maxUsageDays) return Array.from({ length: count }, (_, at) => dayOf(first + at * dayMs));
  if (count < 1)
    throw new TintypeError(
      'invalid_request',
      `\`from\` ${dayOf(first)} is after \`to\` ${dayOf(last)}. Give an earlier \`from\`.`,
    );
  const range = `from ${dayOf(first)} to ${dayOf(last)}`;
  throw new TintypeError('invalid_request', `The range ${range} has ${count} days. Ask for at most ${maxUsageDays}.`);
};

/** A row for each day, with zeros for one without usage. */
const rowsOf = (dates: readonly string[], days: readonly DayOfUsage[]): DayOfUsage[] => {
  const usageByDate = new Map(days.map((day) => [day.date, day]));
  return dates.map((each) => usageByDate.get(each) ?? dayOfUsage(each));
};

export const addUsageRoutes = (router: Router, { guard, usage }: UsageRoutesOptions): void => {
  router.get('/usage', async (context: RouterContext) => {
    const { id } = guard.admit(context);
    const dates = daysBetween(readQuery(usageQuerySchema, context.query));
    context.body = { success: true, days: rowsOf(dates, await reachable(usage.days(id))) };
  });
};
