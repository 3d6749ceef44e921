import type { Group, GroupMeter } from '@nascente/contract/sites/groups';
import { aBoard } from '../../../testing/a-board.ts';
import { type Answers, aSignedInApi } from '../../../testing/signed-in-api.ts';

export const oven = aBoard({ name: 'Forno', macAddress: 'AA:BB:CC:DD:EE:01' });
export const lights = aBoard({ name: 'Luzes', macAddress: 'AA:BB:CC:DD:EE:02' });
const water = aBoard({ name: 'Hidrômetro', macAddress: 'AA:BB:CC:DD:EE:03', type: 'water' });

export const aGroup = (overrides: Partial<Group> = {}): Group => ({
  _id: 'g1',
  name: 'Cozinha',
  type: 'eletric',
  boards: [oven.macAddress],
  dueDate: 20,
  nextDueDate: '2026-11-20',
  daysUntilDue: 7,
  owner: '1',
  start: '2026-11-01',
  end: '2026-11-13',
  total: 1234.56,
  cost: 987.6,
  completeness: 0.985,
  basis: 'tariff',
  ...overrides,
});

const aMeter = (overrides: Partial<GroupMeter> = {}): GroupMeter => ({
  id: '1',
  macAddress: oven.macAddress,
  name: 'Forno',
  establishmentId: 'e1',
  establishmentName: 'Padaria Aurora',
  isMember: true,
  from: '2026-11-01',
  until: '2026-11-13',
  total: 30,
  cost: 24,
  completeness: 1,
  basis: 'tariff',
  share: 0.75,
  ...overrides,
});

const meters = [
  aMeter(),
  aMeter({ id: '2', name: 'Luzes', isMember: false, until: '2026-11-05', share: 0.25, total: 10 }),
];
const ofGroup = { body: { ok: true, group: aGroup(), meters } };

export const listing = (...groups: readonly Group[]): Answers => ({
  'GET /api/groups': { body: { ok: true, groups } },
});

/** A server for the tests of a file, which knows one group of two meters. */
export const aGroupsApi = (answers: Answers = {}) =>
  aSignedInApi({
    ...listing(aGroup()),
    'GET /api/installation-meter': { body: { ok: true, installationsMeter: [oven, lights, water] } },
    'GET /api/group/g1': ofGroup,
    'POST /api/group/new': { status: 201, body: { ok: true, group: aGroup() } },
    'POST /api/group/edit': { body: { ok: true, group: aGroup() } },
    'DELETE /api/group/g1': { body: { ok: true } },
    ...answers,
  });
