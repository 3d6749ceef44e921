import { civilDate } from '@nascente/domain/base/time/civil-day';
import { describe, expect, it } from 'vitest';
import { defaultPeriod, faultsOf, periodFrom } from './period-range.ts';

const today = civilDate('2026-11-20');

describe('the period search', () => {
  it('requires an end later than the start by more than one day', () => {
    expect(faultsOf('2026-11-01', '2026-11-02', today).end).toBe(
      'Escolha uma data final mais de um dia depois da inicial.',
    );
    expect(faultsOf('2026-11-05', '2026-11-01', today).end).not.toBeNull();
    expect(faultsOf('2026-11-01', '2026-11-03', today)).toEqual({ start: null, end: null });
  });

  it('accepts a start from 2021 on and an end up to today', () => {
    expect(faultsOf('2020-12-31', '2026-11-03', today).start).not.toBeNull();
    expect(faultsOf('2021-01-01', '2026-11-21', today)).toMatchObject({
      start: null,
      end: 'A data final vai até hoje.',
    });
    expect(faultsOf('2021-01-01', '2018-12-31', today).end).toBe('A data final começa em 01/01/2019.');
    expect(faultsOf('', '', today)).toEqual({
      start: 'Escolha a data inicial.',
      end: 'Escolha a data final.',
    });
  });

  it('uses the period of the address, or the last thirty days', () => {
    expect(periodFrom('2026-02-01', '2026-03-01', today)).toEqual({ start: '2026-02-01', end: '2026-03-01' });
    expect(defaultPeriod(today)).toEqual({ start: '2026-10-22', end: '2026-11-20' });
    expect(periodFrom('2026-03-01', '2026-02-01', today)).toEqual(defaultPeriod(today));
    expect(periodFrom(null, '2026-02-01', today)).toEqual(defaultPeriod(today));
  });
});
