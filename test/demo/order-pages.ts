/** An order; a draft has the parts so far. */
export interface Order {
  number: number;
  item: string;
  amount: number;
  name: string;
  street: string;
  day: string;
  delivery: string;
}

export const prices: Readonly<Record<string, number>> = { Candle: 4, Lantern: 18, Torch: 12, Floodlight: 75 };

const escaped = (text: unknown) => String(text).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const style = `body { font: 16px/1.5 sans-serif; max-width: 44rem; margin: 1rem auto } label, fieldset { display: block;
  margin: .6rem 0 } td, th { padding: .2rem 1rem .2rem 0; text-align: left } [role=alert] { color: #a00 }`;

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`;

const alert = (fault: string | undefined) => (fault ? `<p role="alert">${escaped(fault)}</p>` : '');

export const loginPage = (fault?: string): string =>
  page(
    'Log in',
    `<main><h1>Lamps and lights</h1>${alert(fault)}<form method="post" action="/login">
    <label>Email <input name="email" type="email" autocomplete="username" required></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
    <button>Log in</button></form></main>`,
  );

const header = `<header><nav><a href="/orders">Orders</a> <a href="/orders/new">New order</a>
  <a href="/orders.csv">Download as CSV</a></nav>
  <form method="post" action="/logout"><button>Log out</button></form></header>`;

const rowOf = ({ number, item, amount, day, delivery }: Order) =>
  `<tr>${[number, item, amount, day, delivery, `${amount * (prices[item] ?? 0)}.00`].map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;

export const ordersPage = (orders: readonly Order[], placed: string | null): string =>
  page(
    'Orders',
    `${header}<main><h1>Orders</h1>${placed ? `<p role="status">Order ${escaped(placed)} is placed.</p>` : ''}
    <table id="orders"><thead><tr><th>Number</th><th>Item</th><th>Amount</th><th>Day</th><th>Delivery</th><th>Total</th></tr>
    </thead><tbody>${orders.map(rowOf).join('')}</tbody></table></main>`,
  );

export type Step = 'item' | 'address' | 'check';
export type Draft = Partial<Order>;

const itemFields = ({ item, amount = 1 }: Draft) => `
  <label>Item <select name="item"><option value="">Choose one</option>${Object.entries(prices)
    .map(([name, price]) => `<option value="${name}"${name === item ? ' selected' : ''}>${name}, ${price}.00</option>`)
    .join('')}</select></label>
  <label>Amount <input name="amount" type="number" min="1" max="99" value="${escaped(amount)}"></label>`;

const addressFields = ({ name = '', street = '', day = '', delivery = 'Standard' }: Draft) => `
  <label>Name <input name="name" value="${escaped(name)}"></label>
  <label>Street <input name="street" value="${escaped(street)}"></label>
  <label>Day <input name="day" type="date" value="${escaped(day)}"></label>
  <fieldset><legend>Delivery</legend>${['Standard', 'Express']
    .map(
      (way) =>
        `<label><input type="radio" name="delivery" value="${way}"${way === delivery ? ' checked' : ''}> ${way}</label>`,
    )
    .join('')}</fieldset>`;

const checkFields = ({ item = '', amount = 0, name, street, day, delivery }: Draft) => `
  <dl><dt>Item</dt><dd>${escaped(amount)} × ${escaped(item)}</dd><dt>To</dt><dd>${escaped(name)}, ${escaped(street)}</dd>
  <dt>On</dt><dd>${escaped(day)}, ${escaped(delivery)}</dd>
  <dt>Total</dt><dd id="total">${amount * (prices[item] ?? 0)}.00</dd></dl>
  <label><input type="checkbox" name="terms" value="yes"> I accept the terms</label>`;

const steps = { item: itemFields, address: addressFields, check: checkFields };
const buttons: Readonly<Record<Step, string>> = { item: 'Next', address: 'Next', check: 'Place order' };

export const stepPage = (step: Step, draft: Draft, fault?: string): string =>
  page(
    'New order',
    `${header}<main><h1>New order</h1><p>Step ${Object.keys(steps).indexOf(step) + 1} of 3</p>${alert(fault)}
    <form method="post" action="/orders/new/${step}">${steps[step](draft)}<button>${buttons[step]}</button></form></main>`,
  );
