import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMonth } from '@nascente/contract/energy/consumption';
import { readNightFlow } from '@nascente/contract/energy/water';
import { readBill } from '@nascente/contract/money/bills';
import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import { loginByToken } from '@nascente/contract/people/session';
import { listEstablishments, readEstablishment } from '@nascente/contract/sites/establishments';
import { listMeters, readMeter } from '@nascente/contract/sites/meters';
import { brandName } from '@nascente/domain/people/brand';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../shared/api/api-client.ts';

const source = readFileSync(join(import.meta.dirname, 'script.js'), 'utf8');
const files = {
  entry: '',
  sheets: [],
  font: '/text.woff2',
  login: ['/login.js'],
  shell: ['/shell.js', '/shell.css'],
  home: ['/home.js'],
  meter: ['/meter.js'],
  bill: ['/bill.js'],
  explore: ['/explore.js'],
};
const built = source.replace(/files = \{[^}]*\}/, `files = ${JSON.stringify(files)}`);

/** The window in which scripts of the page run; that of this file is a copy. */
declare const jsdom: { readonly window: Pick<Window, 'firstAnswers'> };

/** Calls of the API. */
const called: [string, string, string | null][] = [];
/** What the server answers, by address; of everything else nobody answers. */
const answers: Record<string, unknown> = {};

/** Opens an address as the browser does, and tells what the script said of it and asked for. */
const open = (address: string, stored: Record<string, string> = {}) => {
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(`nascente.${name}`, value);
  window.history.replaceState(null, '', address);
  const script = document.createElement('script');
  script.textContent = built;
  document.head.append(script);
  const { dataset } = document.documentElement;
  const requested = [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'));
  return {
    first: dataset.first,
    theme: dataset.mantineColorScheme,
    brand: dataset.brand,
    requests: requested,
  };
};

beforeEach(() => {
  const fetch = (address: string, { method, headers }: { method: string; headers: object }) => {
    called.push([method, address, new Headers({ ...headers }).get('access-token')]);
    if (address in answers) return Promise.resolve(Response.json(answers[address]));
    return Promise.reject(new Error('nobody answers'));
  };
  Object.assign(jsdom.window, { fetch });
});
afterEach(() => {
  called.length = 0;
  for (const address of Object.keys(answers)) delete answers[address];
  document.head.replaceChildren();
  window.history.replaceState(null, '', '/');
});

describe('the first paint', () => {
  it.each([
    ['/', {}, 'entrance', ['/login.js']],
    ['/login', {}, 'entrance', ['/login.js']],
    ['/home', {}, 'entrance', ['/login.js']],
    ['/signup', {}, 'entrance', []],
    ['/recovery/abc', { token: 't' }, 'entrance', []],
    ['/invitation/abc', { token: 't' }, 'entrance', []],
    ['/unrecognized/abc', { token: 't' }, 'entrance', []],
    ['/login', { token: 't' }, 'entrance', ['/login.js']],
    ['/login', { token: 't', 'keep-logged': 'yes' }, 'app', ['/shell.js', '/shell.css', '/home.js']],
    ['/home', { token: 't' }, 'app', ['/shell.js', '/shell.css', '/home.js']],
    ['/?token=t', {}, 'app', ['/shell.js', '/shell.css', '/home.js']],
    ['/meter/AA:BB:CC:DD:EE:FF', { token: 't' }, 'app', ['/shell.js', '/shell.css', '/meter.js']],
    ['/water/AA:BB:CC:DD:EE:FF', { token: 't' }, 'app', ['/shell.js', '/shell.css', '/meter.js']],
    ['/meter/%E0%A4', { token: 't' }, 'app', ['/shell.js', '/shell.css']],
    ['/meter/AA:BB:CC:DD:EE:FF/registers', { token: 't' }, 'app', ['/shell.js', '/shell.css']],
    ['/bill/1?tipo=agua', { token: 't' }, 'app', ['/shell.js', '/shell.css', '/bill.js']],
    ['/bill/1/contract', { token: 't' }, 'app', ['/shell.js', '/shell.css']],
    ['/explore?ver=AA~power', { token: 't' }, 'app', ['/shell.js', '/shell.css', '/explore.js']],
    ['/account', { token: 't' }, 'app', ['/shell.js', '/shell.css']],
  ] as const)('paints at %s with %j first the %s', (address, stored, first, requested) => {
    expect(open(address, stored)).toMatchObject({ first, requests: requested });
  });
});

it('requests the text font once the files of the screen arrived or failed, and not before', async () => {
  const requested = () =>
    [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'));
  open('/home', { token: 't' });
  const links = [...document.head.querySelectorAll('link')];
  for (const [index, link] of links.entries()) {
    expect(requested()).not.toContain('/text.woff2');
    link.dispatchEvent(new Event(index === 0 ? 'error' : 'load'));
    await Promise.resolve();
  }
  await vi.waitFor(() => expect(requested()).toContain('/text.woff2'));
});

it('sets the second brand, its icon and manifest before the browser requests the first ones', () => {
  const icon = document.createElement('link');
  icon.rel = 'icon';
  icon.setAttribute('href', '/icons/logo.svg');
  icon.dataset.second = '/icons/second/logo.svg';
  document.head.append(icon);
  open('/login', { brand: 'second' });
  expect([document.title, icon.getAttribute('href'), icon.dataset.first]).toEqual([
    brandName('second'),
    '/icons/second/logo.svg',
    '/icons/logo.svg',
  ]);
});

it('applies the theme and the brand that were chosen before', () => {
  expect(open('/login', { theme: 'dark', brand: 'second' })).toMatchObject({
    theme: 'dark',
    brand: 'second',
  });
  expect(open('/login', { theme: 'light', brand: 'first' })).toMatchObject({
    theme: 'light',
    brand: 'first',
  });
});

it('uses the dark theme on a wall, unless another theme was chosen there', () => {
  expect(open('/tv/abc').theme).toBe('dark');
  expect(open('/tv/abc', { theme: 'auto' }).theme).toBe('light');
  expect(open('/tv/abc', { theme: 'light' }).theme).toBe('light');
});

it('uses the theme of the system and the first brand without a choice', () => {
  expect(open('/login')).toMatchObject({ theme: 'light', brand: 'first' });
});

it('requests sheets and scripts by their kind, so that each loads once', () => {
  open('/home', { token: 't' });
  const requested = [...document.head.querySelectorAll('link')].map(({ rel, as }) => [rel, as ?? '']);
  expect(requested).toEqual([
    ['modulepreload', ''],
    ['preload', 'style'],
    ['modulepreload', ''],
  ]);
});

const mac = 'AA:BB:CC:DD:EE:FF';
it.each([
  [
    '/home',
    [
      [listEstablishments, {}],
      [listMeters, {}],
    ],
  ],
  [
    `/meter/${mac}`,
    [
      [readMeter, { params: { mac } }],
      [readMonth, { params: { mac } }],
    ],
  ],
  [
    `/bill/a-place`,
    [
      [readEstablishment, { params: { id: 'a-place' } }],
      [readBill, { params: { id: 'a-place' }, query: { type: 'eletric' } }],
    ],
  ],
  [
    `/bill/a-place?tipo=agua&inicio=2026-10-05`,
    [
      [readEstablishment, { params: { id: 'a-place' } }],
      [readBill, { params: { id: 'a-place' }, query: { type: 'water', start: '2026-10-05' } }],
    ],
  ],
  ['/explore?ver=AA~power', [[listMeters, {}]]],
  ['/account', []],
] as const)('at %s requests the account and the first data of the screen', (address, screen) => {
  open(address, { token: 't' });
  const expected = [[loginByToken, {}] as const, ...screen].map(([call, input]) => [
    call.method,
    addressOf(call, input),
    't',
  ]);
  expect(called).toEqual(expected);
});

it.each([
  ['/home', {}, 'first'],
  ['/home?estabelecimento=second', {}, 'second'],
  ['/home?estabelecimento=gone', {}, 'first'],
  ['/home', { 'last-establishment.marina': 'second' }, 'second'],
  ['/home', { 'last-establishment.marina': 'gone', 'last-establishment.somebody': 'second' }, 'first'],
  ['/home?estabelecimento=first', { 'last-establishment.marina': 'second' }, 'first'],
] as const)('at %s with %j requests the card data of the %s establishment', async (address, stored, id) => {
  const [water, electric] = ['AA:AA:AA:AA:AA:AA', 'BB:BB:BB:BB:BB:BB'];
  const meter = (establishmentId: string, type: string, macAddress: string) => ({
    establishmentId,
    type,
    macAddress,
  });
  Object.assign(answers, {
    [addressOf(loginByToken, {})]: { user: { _id: 'marina' } },
    [addressOf(listEstablishments, {})]: { establishments: [{ _id: 'first' }, { _id: 'second' }] },
    [addressOf(listMeters, {})]: {
      installationsMeter: ['first', 'second'].flatMap((establishment) => [
        meter(establishment, 'eletric', electric),
        meter(establishment, 'eletric', mac),
        meter(establishment, 'water', water),
      ]),
    },
  });
  open(address, { ...stored, token: 't' });
  const expected = [
    addressOf(readEstablishmentCycle, { params: { id }, query: { type: 'eletric' } }),
    addressOf(readEstablishmentCycle, { params: { id }, query: { type: 'water' } }),
    addressOf(readNightFlow, { params: { mac: water } }),
  ];
  await vi.waitFor(() => expect(called.slice(3).map(([, requested]) => requested)).toEqual(expected));
});

it('requests nothing more for an account without an establishment', async () => {
  const establishments = addressOf(listEstablishments, {});
  Object.assign(answers, {
    [addressOf(loginByToken, {})]: {},
    [establishments]: { establishments: [] },
    [addressOf(listMeters, {})]: {},
  });
  open('/home', { token: 't' });
  const listed = await jsdom.window.firstAnswers?.requests[`GET ${establishments}`];
  expect(await listed?.json()).toEqual({ establishments: [] });
  expect(called).toHaveLength(3);
});

it('requests nothing without a session, nor with an unchecked token in the address', () => {
  open('/login');
  open('/signup', { token: 't' });
  open('/home?token=another', { token: 't' });
  expect(called).toEqual([]);
});
