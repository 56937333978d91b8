import { login } from '../../demo/order-application.js';

/** Calls a tool. Answers the text of its result. */
export type CallTool = (name: string, args?: Record<string, unknown>) => Promise<string>;

/** Logs in at the shop of `make demo` and places an order in three steps. Answers the last page's text. */
export type OrderTask = (call: CallTool, shop: string) => Promise<string>;

export const order = {
  item: 'Lantern, 18.00',
  amount: '2',
  name: 'Ada',
  street: '12 St James’s Square',
  day: '2030-02-01',
};
export const button = (name: string) => new RegExp(`button "${name}"`);
export const field = (name: string) =>
  new RegExp(`^\\s*- (?:textbox|spinbutton|combobox|radio|checkbox|date\\w*) "?${name}`);

/** The ref of the first line that matches. */
export const refIn = (snapshot: string, line: RegExp): string => {
  const found = snapshot.split('\n').find((each) => line.test(each));
  const ref = /\[ref=(\w+)\]/.exec(found ?? '')?.[1];
  if (ref === undefined) throw new Error(`No ${line} in\n${snapshot}`);
  return ref;
};

type Step = [type: string, line: RegExp, payload?: object];

/** The transcript of docs/agents.md. */
export const orderByOurTools: OrderTask = async (call, shop) => {
  const [sessionId = ''] = /sess_[\w-]+/.exec(await call('browser_session_create', { maxTtlSeconds: 120 })) ?? [];
  const act = (type: string, payload: object) => call('browser_session_act', { sessionId, type, payload });
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
  await call('browser_session_close', { sessionId });
  return end;
};
