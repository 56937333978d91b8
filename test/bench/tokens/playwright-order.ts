import { login } from '../../demo/order-application.js';
import { button, field, type OrderTask, order, refIn } from '../../kit/service/order-task.js';

/** The task of `orderByOurTools` with playwright-mcp, whose batch is `browser_fill_form`. */
export const orderByPlaywright: OrderTask = async (call, shop) => {
  const snapshot = () => call('browser_snapshot');
  const fill = (seen: string, fields: readonly [name: string, type: string, value: string][]) =>
    call('browser_fill_form', {
      fields: fields.map(([name, type, value]) => ({ target: refIn(seen, field(name)), name, type, value })),
    });
  const click = (seen: string, line: RegExp) => call('browser_click', { target: refIn(seen, line) });
  await call('browser_navigate', { url: `${shop}/login` });
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
  await call('browser_close');
  return end;
};
