import type { Group } from '@nascente/contract/sites/groups';

/** A group of one meter; a test says what it cares about. */
export const aGroup = (overrides: Partial<Group> = {}): Group => ({
  _id: 'g1',
  name: 'Cozinha',
  type: 'eletric',
  boards: ['AA:BB:CC:DD:EE:01'],
  dueDate: null,
  nextDueDate: null,
  daysUntilDue: null,
  owner: 'o1',
  start: '2026-11-01',
  end: '2026-11-20',
  total: 12,
  cost: 10,
  basis: 'tariff',
  completeness: 1,
  ...overrides,
});
