import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Draft, loginPage, type Order, ordersPage, prices, type Step, stepPage } from './order-pages.js';

export const login = { email: 'ada@example.com', password: 'lovelace' } as const;

/** The logged-in user's session, with the order that they write. */
interface Visit {
  draft: Draft;
}

interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  cookie: string;
}

const firstOrders: readonly Order[] = ['Torch', 'Candle', 'Lantern', 'Candle', 'Floodlight'].map((item, at) => ({
  number: 1001 + at,
  item,
  amount: at + 1,
  name: 'Ada Lovelace',
  street: '12 St James’s Square',
  day: `2030-01-0${at + 1}`,
  delivery: at % 2 === 0 ? 'Standard' : 'Express',
}));

const readItem = (form: URLSearchParams): Draft => ({
  item: form.get('item') ?? '',
  amount: Number(form.get('amount')),
});
const readAddress = (form: URLSearchParams): Draft =>
  Object.fromEntries(['name', 'street', 'day', 'delivery'].map((name) => [name, form.get(name) ?? '']));

const readers = { item: readItem, address: readAddress, check: (): Draft => ({}) };

/** The faults of a step's input. */
const faults: Readonly<Record<Step, (draft: Draft, form: URLSearchParams) => string | undefined>> = {
  item: ({ item = '', amount = 0 }) => {
    if (!Object.hasOwn(prices, item)) return 'Choose an item.';
    return Number.isInteger(amount) && amount >= 1 && amount <= 99 ? undefined : 'The amount is a number from 1 to 99.';
  },
  address: ({ name, street, day = '' }) => {
    if (!name || !street) return 'Name and street are missing.';
    return /^\d{4}-\d\d-\d\d$/.test(day) ? undefined : 'Choose a day.';
  },
  check: (_draft, form) => (form.get('terms') === 'yes' ? undefined : 'Accept the terms first.'),
};

const isStep = (name: string): name is Step => Object.hasOwn(faults, name);

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

const show = (body: string, status = 200): Answer => {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers, body };
};

/** Redirects after a form, so that a reload does not send it again. */
const goTo = (location: string, headers: OutgoingHttpHeaders = {}): Answer => ({
  status: 303,
  body: '',
  headers: { ...headers, location },
});

const readRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://localhost');
  const [, cookie = ''] = /visit=([\w-]+)/.exec(incoming.headers.cookie ?? '') ?? [];
  return { method: incoming.method ?? '', path, query, form: new URLSearchParams(await text(incoming)), cookie };
};

/** A small server-rendered shop: a login with cookies and redirects, a form of three steps, a table, a file. */
class OrderApplication {
  readonly #visits = new Map<string, Visit>();
  readonly #orders: Order[] = [...firstOrders];

  answer(request: Request): Answer {
    if (request.path === '/login') return this.#login(request);
    const visit = this.#visits.get(request.cookie);
    return visit ? this.#answerVisit(visit, request) : goTo('/login');
  }

  #login({ method, form }: Request): Answer {
    if (method !== 'POST') return show(loginPage());
    if (form.get('email') !== login.email || form.get('password') !== login.password)
      return show(loginPage('Email or password is wrong.'), 401);
    const id = randomUUID();
    this.#visits.set(id, { draft: {} });
    return goTo('/orders', { 'set-cookie': `visit=${id}; HttpOnly; SameSite=Lax; Path=/` });
  }

  #answerVisit(visit: Visit, { method, path, query, form, cookie }: Request): Answer {
    if (path === '/logout' && method === 'POST') {
      this.#visits.delete(cookie);
      return goTo('/login');
    }
    if (path === '/orders') return show(ordersPage(this.#orders, query.get('placed')));
    if (path === '/orders.csv') return this.#file();
    if (path === '/orders/new') return show(stepPage('item', visit.draft));
    const [, step = ''] = /^\/orders\/new\/(\w+)$/.exec(path) ?? [];
    if (!isStep(step)) return goTo('/orders');
    return method === 'POST' ? this.#take(step, visit, form) : show(stepPage(step, visit.draft));
  }

  #take(step: Step, visit: Visit, form: URLSearchParams): Answer {
    visit.draft = { ...visit.draft, ...readers[step](form) };
    const fault = faults[step](visit.draft, form);
    if (fault) return show(stepPage(step, visit.draft, fault), 422);
    if (step !== 'check') return goTo(`/orders/new/${step === 'item' ? 'address' : 'check'}`);
    const number = 1001 + this.#orders.length;
    this.#orders.push({ ...(visit.draft as Order), number });
    visit.draft = {};
    return goTo(`/orders?placed=${number}`);
  }

  #file(): Answer {
    const headers = { 'content-disposition': 'attachment; filename="orders.csv"', 'content-type': 'text/csv' };
    const lines = this.#orders.map(({ number, item, amount }) => `${number},${item},${amount}\n`);
    return { status: 200, headers, body: lines.join('') };
  }
}

export const orderApplication = (): RequestListener => {
  const application = new OrderApplication();
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = application.answer(await readRequest(incoming));
    response.writeHead(status, headers).end(body);
  };
  return (incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  };
};
