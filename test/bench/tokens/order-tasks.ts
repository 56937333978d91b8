import { login } from '../../demo/order-application.js';
import { type Meter, refIn } from './meter.js';

/** Logs in at the shop of `make demo` and places an order in three steps. Answers the last page's text. */
export type OrderTask = (meter: Meter, shop: string) => Promise<string>;

const order = { item: 'Lantern, 18.00', amount: '2', name: 'Ada', street: '12 St James’s Square', day: '2030-02-01' };
const button = (name: string) => new RegExp(`button "${name}"`);
const field = (name: string) => new RegExp(`^\\s*- (?:textbox|spinbutton|combobox|radio|checkbox|date\\w*) "?${name}`);

type Step = [type: string, line: RegExp, payload?: object];

/** The transcript of docs/agents.md. */
export const orderByOurTools: OrderTask = async (meter, shop) => {
  const [sessionId = ''] = /sess_[\w-]+/.exec(await meter.call('browser_session_create')) ?? [];
  const act = (type: string, payload: object) => meter.call('browser_session_act', { sessionId, type, payload });
  const batch = (snapshot: string, steps: readonly Step[]) => {
    const actions = steps.map(([type, line, payload]) => ({
      type,
      payload: { ref: refIn(snapshot, line), ...payload },
    }));
    return act('batch', { actions });
  };
  await act('goto', { url: `${shop}/login` });
  await batch(await act('snapshot', {}), [
    ['fill', field('Email'), { value: login.email }],
    ['fill', field('Password'), { value: login.password }],
    ['click', button('Log in')],
  ]);
  await act('click', { ref: refIn(await act('snapshot', { changesOnly: true }), /link "New order"/) });
  await batch(await act('snapshot', { interactiveOnly: true }), [
    ['select', field('Item'), { label: order.item }],
    ['fill', field('Amount'), { value: order.amount }],
    ['click', button('Next')],
  ]);
  await batch(await act('snapshot', { interactiveOnly: true }), [
    ['fill', field('Name'), { value: order.name }],
    ['fill', field('Street'), { value: order.street }],
    ['fill', field('Day'), { value: order.day }],
    ['check', field('Express')],
    ['click', button('Next')],
  ]);
  await batch(await act('snapshot', { interactiveOnly: true }), [
    ['check', field('I accept')],
    ['click', button('Place order')],
  ]);
  const end = await act('snapshot', {});
  await meter.call('browser_session_close', { sessionId });
  return end;
};

/** The same with playwright-mcp, whose batch is `browser_fill_form`. */
export const orderByPlaywright: OrderTask = async (meter, shop) => {
  const snapshot = () => meter.call('browser_snapshot');
  const fill = (seen: string, fields: readonly [name: string, type: string, value: string][]) =>
    meter.call('browser_fill_form', {
      fields: fields.map(([name, type, value]) => ({ target: refIn(seen, field(name)), name, type, value })),
    });
  const click = (seen: string, line: RegExp) => meter.call('browser_click', { target: refIn(seen, line) });
  await meter.call('browser_navigate', { url: `${shop}/login` });
  const entry = await snapshot();
  await fill(entry, [
    ['Email', 'textbox', login.email],
    ['Password', 'textbox', login.password],
  ]);
  await click(entry, button('Log in'));
  await click(await snapshot(), /link "New order"/);
  const first = await snapshot();
  await fill(first, [
    ['Item', 'combobox', order.item],
    ['Amount', 'textbox', order.amount],
  ]);
  await click(first, button('Next'));
  const second = await snapshot();
  await fill(second, [
    ['Name', 'textbox', order.name],
    ['Street', 'textbox', order.street],
    ['Day', 'textbox', order.day],
    ['Express', 'radio', 'true'],
  ]);
  await click(second, button('Next'));
  const third = await snapshot();
  await fill(third, [['I accept', 'checkbox', 'true']]);
  await click(third, button('Place order'));
  const end = await snapshot();
  await meter.call('browser_close');
  return end;
};
