import { describe, expect, it } from 'vitest';
import { yearComparisonOf } from './comparison.ts';
import { demandText } from './group-a-figures.tsx';

const days = { start: '2025-11-05', end: '2025-11-20' };

describe('the same days of the year before', () => {
  it('the same days of last year are compared by the hours that both years measured', () => {
    expect(
      yearComparisonOf({ ...days, hours: 300, ofHours: 372, current: 950, other: 1000 }, 'eletric'),
    ).toEqual({
      label: 'Mesmos dias de 2025',
      change: '−5,0%',
      difference: '50,0\u00a0kWh a menos · em 80,6% das horas',
      tone: 'good',
    });
  });

  it('the same days of last year show nothing without enough common hours or without consumption', () => {
    expect(yearComparisonOf(null, 'eletric')).toBeNull();
    expect(
      yearComparisonOf({ ...days, hours: 180, ofHours: 372, current: 5, other: 9 }, 'eletric'),
    ).toBeNull();
    expect(yearComparisonOf({ ...days, hours: 0, ofHours: 372, current: 0, other: 0 }, 'eletric')).toBeNull();
    expect(
      yearComparisonOf({ ...days, hours: 300, ofHours: 372, current: 10, other: 0 }, 'eletric'),
    ).toBeNull();
  });

  it('the same days of last year are equal within half a percent', () => {
    expect(
      yearComparisonOf({ ...days, hours: 300, ofHours: 372, current: 1001, other: 1000 }, 'water')?.change,
    ).toBe('igual');
  });
});

describe('demand against the contract', () => {
  const demand = { touPeriod: null, billed: 60, overrun: 0 };

  it('shows its share of the contracted demand', () => {
    expect(demandText({ ...demand, measured: 45.65, contracted: 60 })).toEqual({
      value: '45,7 kW',
      qualifier: '76% dos 60 kW contratados',
      tone: undefined,
    });
  });

  it('warns above the contract, and names an overrun', () => {
    expect(demandText({ ...demand, measured: 62, contracted: 60 }).tone).toBe('warn');
    expect(demandText({ ...demand, measured: 70, contracted: 60, overrun: 10 })).toMatchObject({
      qualifier: '117% dos 60 kW contratados, com ultrapassagem',
      tone: 'bad',
    });
  });

  it('shows no rating without a contract', () => {
    expect(demandText({ ...demand, measured: 45, contracted: null })).toEqual({
      value: '45,0 kW',
      qualifier: 'sem contrato informado',
      tone: undefined,
    });
  });
});
