import { describe, expect, test } from 'vitest';
import { instant, offsetMinutesAt, parseZone, UTC } from '../../base/time/zone.ts';
import { isStateCode, stateCodes, stateName, zoneOfState } from './states.ts';

describe('the states', () => {
  test('lists 27 states with unique names', () => {
    expect(stateCodes).toHaveLength(27);
    const names = stateCodes.map(stateName);
    expect(new Set(names).size).toBe(27);
    expect(stateName('PE')).toBe('Pernambuco');
  });

  test('accepts only valid state codes', () => {
    expect(isStateCode('PE')).toBe(true);
    for (const text of ['pe', 'XX', '', 'toString']) expect(isStateCode(text)).toBe(false);
  });
});

describe('the zone of a state', () => {
  const at = instant(Date.UTC(2026, 10, 20, 12));

  test.each([
    [-5, ['AC']],
    [-4, ['AM', 'MT', 'MS', 'RO', 'RR']],
  ] as const)('is at %i h from UTC only in %j', (hours, codes) => {
    const codesThen = stateCodes.filter((code) => offsetMinutesAt(at, zoneOfState(code)) === hours * 60);
    expect(new Set<string>(codesThen)).toEqual(new Set(codes));
  });

  test('returns three hours behind UTC for the other 21 states', () => {
    expect(stateCodes.filter((code) => offsetMinutesAt(at, zoneOfState(code)) === -180)).toHaveLength(21);
  });

  test('is a valid zone other than UTC', () => {
    for (const code of stateCodes) expect(parseZone(zoneOfState(code))).toBe(zoneOfState(code));
    expect(stateCodes.map(zoneOfState)).not.toContain(UTC);
  });
});
