import { describe, expect, it } from 'vitest';
import { screenExists } from '../screen-exists.ts';
import { barPlacesFor, placeAt, placesFor } from './places.ts';
import { tabsAt } from './tabs-of-place.tsx';

const at = (
  address: string,
  { profile = 'user', establishmentId = 'e9' }: Partial<Parameters<typeof tabsAt>[0]> = {},
) => {
  const [pathname = '', query] = address.split('?');
  return tabsAt({ profile, pathname, search: query === undefined ? '' : `?${query}`, establishmentId });
};
const textsAt = (...where: Parameters<typeof at>) => at(...where).map(({ text }) => text);
const currentAt = (address: string) =>
  at(address)
    .filter(({ isCurrent }) => isCurrent)
    .map(({ text }) => text);
const addressAt = (address: string, text: string) => at(address).find((tab) => tab.text === text)?.to;

describe('the places of the app', () => {
  it.each([
    ['/home', 'home'],
    ['/portfolio', 'home'],
    ['/bill/e1/contract', 'bill'],
    ['/apportionment/e1', 'bill'],
    ['/budgets/group/g1', 'bill'],
    ['/meter/AA:BB:CC:DD:EE:FF', 'meters'],
    ['/flow/e1', 'meters'],
    ['/opportunities', 'savings'],
    ['/alerts/rules', 'alerts'],
    ['/people/audit', 'operation'],
    ['/account', null],
    ['/registerBoard', null],
  ] as const)('assigns %s to the place %s', (path, place) => {
    expect(placeAt(path)).toBe(place);
  });

  it('the bar of a phone has five places for every profile', () => {
    for (const profile of ['user', 'Manager', 'Admin', 'partner', 'client'] as const)
      expect(barPlacesFor(profile)).toHaveLength(5);
    expect(placesFor('Admin')).toHaveLength(6);
  });
});

describe('the tabs of a place', () => {
  it('tabs of a place retain the establishment and the utility of the bill on screen', () => {
    expect(textsAt('/bill/e1')).toEqual([
      'Agora',
      'O que mudou',
      'Tarifa',
      'Contrato',
      'Conferência',
      'Rateio',
      'Metas',
      'Relatórios',
    ]);
    expect(textsAt('/bill/e1?tipo=agua')).not.toContain('Tarifa');
    expect(addressAt('/bill/e1?tipo=agua&inicio=2026-10-01', 'Contrato')).toBe('/bill/e1/contract?tipo=agua');
    expect(addressAt('/bill/e1', 'Rateio')).toBe('/apportionment/e1');
  });

  it('tabs of a place lead from Metas to the bill of the last opened establishment', () => {
    expect(addressAt('/budgets', 'Contrato')).toBe('/bill/e9/contract');
    expect(at('/budgets', { establishmentId: null }).map(({ to }) => to)).toEqual([
      '/bill',
      '/budgets',
      '/reports',
    ]);
  });

  it('tabs of a place lead from the history of a meter to itself, and from elsewhere to the current one', () => {
    expect(addressAt('/history/AA:BB:CC:DD:EE:FF', 'Histórico')).toBe('/history/AA:BB:CC:DD:EE:FF');
    expect(addressAt('/explore', 'Histórico')).toBe('/history');
  });

  it.each([
    ['/bill/e1/kept/b1', 'Agora'],
    ['/bill/e1/found', 'Contrato'],
    ['/opportunities', 'Oportunidades'],
    ['/opportunities?lista=feitas', 'Resultados'],
    ['/tariffs/flags', 'Tarifas'],
  ])('tabs of a place mark at %s the tab %s', (address, text) => {
    expect(at(address, { profile: 'Admin' }).filter(({ isCurrent }) => isCurrent)).toMatchObject([{ text }]);
  });

  it('tabs of a place are omitted below a screen of a tab, and where a permission is missing', () => {
    expect(textsAt('/meter/AA:BB:CC:DD:EE:FF')).toEqual([]);
    expect(textsAt('/budgets/group/g1')).toEqual([]);
    expect(textsAt('/bill/e1', { profile: 'client' })).not.toContain('Metas');
    expect(currentAt('/alerts')).toEqual([]);
  });

  it('tabs of a place lead to screens that exist', () => {
    for (const address of ['/bill/e1', '/budgets', '/dashboard', '/opportunities', '/boards'])
      for (const { to } of at(address, { profile: 'Admin' }))
        expect(screenExists(to.split('?')[0] ?? ''), to).toBe(true);
  });
});
