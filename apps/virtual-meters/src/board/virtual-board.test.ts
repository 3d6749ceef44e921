import { DAY_MS, instant, parseZone } from '@nascente/domain/base/time/zone';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { parseLine } from '@nascente/domain/telemetry/frames/frame';
import { judgePlausibility } from '@nascente/domain/telemetry/frames/plausibility';
import { expect, test } from 'vitest';
import { PROFILE_NAMES, PROFILES, type ProfileName } from '../profiles/catalogue.ts';
import { createVirtualBoard } from './virtual-board.ts';

const MAC = normalizeMac('02:4E:41:00:00:01');
const ZONE = parseZone('America/Recife');
const NIGHT = Date.parse('2026-11-20T03:00:00Z');

function boardOf(profile: ProfileName, seed = 'test') {
  if (MAC === null || ZONE === null) throw new Error('the test has no MAC or zone');
  return { mac: MAC, board: createVirtualBoard({ mac: MAC, profile, zone: ZONE, seed, leakingFrom: null }) };
}

test.each(PROFILE_NAMES)('%s: a day of lines is plausible and parses to the measured frames', (profile) => {
  const { mac, board } = boardOf(profile);
  for (let to = NIGHT + 300_000; to <= NIGHT + DAY_MS; to += 300_000) {
    const frame = board.frame(to - 300_000, to, 30_000);
    expect(parseLine(board.line(to - 300_000, to, 30_000), mac)).toEqual(frame);
    const context = {
      now: instant(to),
      previousAt: instant(to - 300_000),
      retentionDays: 400,
      ratedPhaseWatts: null,
    };
    expect(judgePlausibility(frame, context)).toBeNull();
  }
});

test.each(PROFILE_NAMES)(
  '%s: the same seed creates the same line, and another seed another line',
  (profile) => {
    const noon = NIGHT + DAY_MS / 2;
    const line = (seed: string) => boardOf(profile, seed).board.line(noon - 3_600_000, noon, 5_000);
    expect(line('one')).toBe(line('one'));
    expect(line('one')).not.toBe(line('two'));
  },
);

test('increments agree with the power shown: an hour of 5 s messages adds up to the mean power', () => {
  const { board } = boardOf('bakery');
  const dawn = NIGHT + 4 * 3_600_000;
  let shown = 0;
  let metered = 0;
  for (let to = dawn + 5_000; to <= dawn + 3_600_000; to += 5_000) {
    const frame = board.frame(to - 5_000, to, 5_000);
    shown += ((frame.wa ?? 0) + (frame.wb ?? 0) + (frame.wc ?? 0)) / 720;
    metered += ((frame.energyA ?? 0) + (frame.energyB ?? 0) + (frame.energyC ?? 0)) / 1_000;
  }
  expect(Math.abs(metered - shown) / shown).toBeLessThan(0.01);
});

test('the voltage sags under load and stays within the limits of a line', () => {
  const { board } = boardOf('bakery-ovens');
  const volts = (hour: number) =>
    board.frame(NIGHT + hour * 3_600_000, NIGHT + hour * 3_600_000 + 5_000, 5_000).va ?? 0;
  expect(volts(3.4)).toBeLessThan(volts(2.5));
  for (let hour = 0; hour < 24; hour += 0.5) {
    expect(volts(hour)).toBeGreaterThan(206);
    expect(volts(hour)).toBeLessThan(233);
  }
});

test('every kind of board is among the profiles', () => {
  expect(new Set(PROFILE_NAMES.map((name) => PROFILES[name].kind))).toEqual(
    new Set(['tri', 'mono', 'water']),
  );
});
