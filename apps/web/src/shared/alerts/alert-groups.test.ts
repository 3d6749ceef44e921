import { expect, it } from 'vitest';
import { anAlert } from '../../testing/an-alert.ts';
import { alertGroups, othersText } from './alert-groups.ts';

const place = (_id: string) => ({ _id, name: _id, zone: 'America/Sao_Paulo' });
const meters = (...macs: string[]) => macs.map((mac) => ({ mac, name: mac }));
const leak = (id: string, mac: string) =>
  anAlert({ _id: id, kind: 'leak', establishment: place('a'), meters: meters(mac) });
const silent = (id: string, establishment: string) =>
  anAlert({ _id: id, kind: 'silent', establishment: place(establishment), meters: meters(id) });
const idsOf = (alerts: Parameters<typeof alertGroups>[0]) =>
  alertGroups(alerts).map(({ main, others }) => [main._id, ...others.map(({ _id }) => _id)]);

it('groups alerts with one cause in an establishment, in the order of the first', () => {
  const demand = anAlert({ _id: 'd', kind: 'demand-overrun', establishment: place('a') });
  const heading = anAlert({ _id: 'h', kind: 'demand-heading', establishment: place('a') });
  expect(idsOf([heading, silent('s', 'a'), demand, silent('t', 'a'), silent('u', 'b')])).toEqual([
    ['h', 'd'],
    ['s', 't'],
    ['u'],
  ]);
});

it('separates leaks of different meters, and each own rule', () => {
  const own = (id: string) =>
    anAlert({ _id: id, kind: 'own', establishment: place('a'), meters: meters('1') });
  expect(idsOf([leak('l', '1'), leak('m', '2'), leak('n', '1'), own('o'), own('p')])).toEqual([
    ['l', 'n'],
    ['m'],
    ['o'],
    ['p'],
  ]);
});

it('counts the other alerts as text', () => {
  const [group] = alertGroups([silent('s', 'a'), silent('t', 'a')]);
  expect(group && othersText(group)).toBe('Mais 1 aviso da mesma causa');
  const [larger] = alertGroups([silent('s', 'a'), silent('t', 'a'), silent('u', 'a')]);
  expect(larger && othersText(larger)).toBe('Mais 2 avisos da mesma causa');
});
