import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { CIVIL_MONTHS, type ReadingCalendar } from '../../base/time/reading-cycles.ts';
import { DEFAULT_ZONE, instant, UTC } from '../../base/time/zone.ts';
import { countedDays, cycleOfGroup, type GroupMember, isMember, zoneOfGroup } from './group-members.ts';

const at = (text: string) => instant(Date.parse(text));
const member = (of: Partial<GroupMember> = {}): GroupMember => ({
  installationId: 1,
  since: civilDate('2026-11-05'),
  until: null,
  installedAt: at('2026-01-01T03:00Z'),
  removedAt: null,
  zone: DEFAULT_ZONE,
  calendar: CIVIL_MONTHS,
  ...of,
});
const NOVEMBER = { first: civilDate('2026-11-01'), last: civilDate('2026-11-30') };
const until = civilDate('2026-11-20');
const removedAt = at('2026-11-18T12:00Z');

test('counts a meter as a member until it is removed from the group or uninstalled', () => {
  expect([member(), member({ until }), member({ removedAt })].map(isMember)).toEqual([true, false, false]);
});

describe('the counted days of a member', () => {
  test('counts a member from its first day, and not before its installation', () => {
    expect(countedDays(member(), NOVEMBER)).toEqual({ ...NOVEMBER, first: '2026-11-05' });
    const late = member({ installedAt: at('2026-11-10T12:00Z') });
    expect(countedDays(late, NOVEMBER)).toEqual({ ...NOVEMBER, first: '2026-11-10' });
    expect(countedDays(member({ since: civilDate('2026-10-05') }), NOVEMBER)).toEqual(NOVEMBER);
  });

  test('counts a member until the day before it left, or until the day of its removal', () => {
    const first = '2026-11-05';
    expect(countedDays(member({ until }), NOVEMBER)).toEqual({ first, last: '2026-11-19' });
    expect(countedDays(member({ removedAt }), NOVEMBER)).toEqual({ first, last: '2026-11-18' });
    expect(countedDays(member({ until, removedAt }), NOVEMBER)).toEqual({ first, last: '2026-11-18' });
  });

  test('counts no day after a member has left', () => {
    const december = { first: civilDate('2026-12-01'), last: civilDate('2026-12-31') };
    expect(countedDays(member({ until }), december)).toBeNull();
  });
});

test('uses the zone of the first meter that still belongs to the group', () => {
  const [gone, there] = [member({ until, zone: UTC }), member()];
  expect(zoneOfGroup({ members: [gone, there] })).toBe(DEFAULT_ZONE);
  expect(zoneOfGroup({ members: [gone] })).toBe(UTC);
  expect(zoneOfGroup({ members: [] })).toBe(DEFAULT_ZONE);
});

test('uses the common cycle of its meters, otherwise the civil month', () => {
  const today = civilDate('2026-11-20');
  const readOn = (readDay: number): ReadingCalendar => ({ readDay, readings: [] });
  const cycleOf = (...calendars: readonly ReadingCalendar[]) =>
    cycleOfGroup({ members: calendars.map((calendar) => member({ calendar })) }, today);
  const byTenth = { first: '2026-11-10', last: '2026-12-09' };
  expect(cycleOf(readOn(10))).toEqual(byTenth);
  expect(cycleOf(readOn(10), readOn(10))).toEqual(byTenth);
  expect(cycleOf(readOn(10), readOn(11))).toEqual(NOVEMBER);
  expect(cycleOf(readOn(10), { ...readOn(10), readings: [civilDate('2026-11-12')] })).toEqual(NOVEMBER);
  expect(cycleOf()).toEqual(NOVEMBER);
});
