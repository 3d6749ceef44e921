import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import {
  countClosed,
  countFinished,
  countOtherDevices,
  endAllAutomatic,
  opensByItself,
} from './tour-counter.ts';
import { automaticTargets, tourNames, toursAt } from './tour-names.ts';
import { tours } from './tours.ts';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(() => ({ body: { ok: true } }));
});
afterAll(() => api.stop());
afterEach(() => localStorage.clear());

describe('the tour of a screen', () => {
  it.each([
    ['/home', ['home']],
    ['/dashboard', ['meters']],
    ['/meter/AA:BB:CC:DD:EE:FF', ['meter', 'analysis']],
    ['/history/AA:BB:CC:DD:EE:FF', ['history']],
    ['/editBoard/AA:BB:CC:DD:EE:FF', ['edit-meter']],
    ['/registerBoard', ['register-meter']],
    ['/new/establishment', ['establishment']],
    ['/edit/establishment/1', ['establishment']],
    ['/edit/establishment/1/variables', ['variables']],
    ['/account', ['account']],
    ['/account/integrations', ['integrations']],
    ['/account/integrations/new', []],
    ['/portfolio', ['portfolio']],
    ['/budgets', ['budgets']],
    ['/budgets/group/1', ['budget']],
    ['/opportunities', ['opportunities']],
    ['/explore', ['explore']],
    ['/alerts', ['alerts']],
    ['/users', ['client-users']],
    ['/guests', ['client-users']],
    ['/bill/1', ['bill']],
    ['/bill/1/contract', []],
    ['/groups', ['groups']],
    ['/groups/1', ['group']],
    ['/apportionment/1', ['apportionment']],
    ['/flow/1', ['flow']],
    ['/carbon/1', ['carbon']],
    ['/feedback', ['feedback']],
    ['/system', ['systems']],
    ['/system/Fornos%20e%20massas', ['system']],
    ['/people', ['people']],
    ['/people/upgrades', ['upgrades']],
    ['/people/audit', ['audit']],
    ['/people/mailbox', ['mailbox']],
    ['/boards', ['boards']],
    ['/boards/new', ['new-boards']],
    ['/boards/AA:BB:CC:DD:EE:FF', ['board']],
    ['/tariffs', ['tariffs']],
    ['/tariffs/new', ['new-tariff']],
    ['/tariffs/flags', ['flags']],
    ['/tariffs/factors', ['factors']],
    ['/tariffs/import', ['tariff-import']],
    ['/tariffs/1', ['tariff']],
    ['/tariffs/1/version', []],
    ['/meter', []],
  ])('the tour at %s is %s', (path, names) => {
    expect(toursAt(path)).toEqual(names);
  });

  it('shows each target of a tour once, in text without markup', () => {
    for (const name of tourNames) {
      const steps = tours[name];
      expect(steps.length).toBeGreaterThan(1);
      expect(new Set(steps.map(({ target }) => target)).size).toBe(steps.length);
      // The library would take them for HTML.
      for (const { title, text } of steps) expect(`${title}${text}`).not.toMatch(/[<&]/);
    }
  });
});

describe('a tour that opens by itself', () => {
  it('an automatic tour has a maximum of three steps, in the order of the complete tour', () => {
    for (const name of tourNames) {
      const unasked = automaticTargets(name);
      const total = tours[name].map(({ target }) => target);
      expect(unasked.length).toBeLessThanOrEqual(3);
      expect(total.filter((target) => unasked.includes(target))).toEqual(unasked);
    }
  });

  it.each(['bill', 'explore', 'alerts', 'groups', 'status'] as const)(
    'a tour does not open by itself for %s',
    (name) => {
      expect(opensByItself(name)).toBe(false);
    },
  );
});

describe('the count of tour views', () => {
  it('a tour opens by itself until it was finished twice', () => {
    expect(opensByItself('home')).toBe(true);
    countFinished('home');
    expect(localStorage.getItem('nascente.tutorial.home')).toBe('1');
    expect(opensByItself('home')).toBe(true);
    countFinished('home');
    expect(opensByItself('home')).toBe(false);
    expect(opensByItself('meters')).toBe(true);
  });

  it('no tour opens by itself once the user switched all off', () => {
    endAllAutomatic();
    for (const name of tourNames) expect(opensByItself(name)).toBe(false);
    expect(localStorage.getItem('nascente.tutorial.home')).toBeNull();
  });

  it('a closed tour never opens by itself again', () => {
    countClosed('meters');
    expect(localStorage.getItem('nascente.tutorial.meters')).toBe('2');
    expect(opensByItself('meters')).toBe(false);
  });

  it.each(['x', '-1', '0.5', ''])('treats the foreign stored value %j as no view', (stored) => {
    localStorage.setItem('nascente.tutorial.home', stored);
    expect(opensByItself('home')).toBe(true);
  });
});

describe('the count on several devices', () => {
  it('sends each view to the server', async () => {
    const sent = () => api.requests.map(({ method, path, body }) => [method, path, body]);
    countFinished('account');
    countClosed('system');
    await vi.waitFor(() =>
      expect(sent()).toEqual(
        expect.arrayContaining([
          ['PUT', '/api/user/tours/account', { views: 1 }],
          ['PUT', '/api/user/tours/system', { views: 2 }],
        ]),
      ),
    );
  });

  it('takes over a greater count of another device', async () => {
    countFinished('meter');
    api.answerWith(() => ({ body: { ok: true, views: { home: 2, meter: 1 } } }));
    await countOtherDevices(new QueryClient());
    expect(opensByItself('home')).toBe(false);
    expect(opensByItself('meter')).toBe(true);
    expect(opensByItself('meters')).toBe(true);
  });

  it('counts on this device alone while the server does not answer', async () => {
    api.answerWith(() => 'hang up');
    countFinished('home');
    await countOtherDevices(new QueryClient());
    expect(opensByItself('home')).toBe(true);
  });
});
