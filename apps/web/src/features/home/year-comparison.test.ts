import type { Comparison } from '@nascente/contract/analysis';
import { describe, expect, it } from 'vitest';
import { demandWords } from './contract-demand.tsx';
import { yearComparisonOf } from './year-comparison.ts';

const days = {
  start: '2026-11-05',
  end: '2026-11-20',
  total: 0,
  cost: null,
  completeness: 1,
  workingDays: 11,
};
const compared = (hours: number, current: number, other: number): Comparison => {
  const beside = { ...days, alike: { hours, current, other }, change: null };
  return {
    until: '2026-11-20T15:00:00.000Z',
    current: days,
    previous: beside,
    lastYear: { ...beside, start: '2025-11-05', end: '2025-11-20' },
  };
};

describe('the same days of the year before', () => {
  it('adds the hours that both years measured over all meters', () => {
    expect(yearComparisonOf([compared(300, 900, 1000), compared(300, 50, 0)], 'eletric')).toEqual({
      label: 'Mesmos dias de 2025',
      change: '−5,0%',
      difference: '50,0\u00a0kWh a menos',
      tone: 'good',
    });
  });

  it('says nothing where a meter was not there yet, or nothing was used', () => {
    expect(yearComparisonOf([compared(300, 900, 1000), compared(0, 0, 0)], 'eletric')).toBeNull();
    expect(yearComparisonOf([compared(300, 10, 0)], 'eletric')).toBeNull();
    expect(yearComparisonOf([], 'eletric')).toBeNull();
  });

  it('calls less than half a percent the same', () => {
    expect(yearComparisonOf([compared(300, 1001, 1000)], 'water')?.change).toBe('igual');
  });
});

describe('demand against the contract', () => {
  const demand = { post: null, billed: 60, overrun: 0 };

  it('says its share of what is contracted', () => {
    expect(demandWords({ ...demand, measured: 45.65, contracted: 60 })).toEqual({
      value: '45,7 kW',
      qualifier: '76% dos 60 kW contratados',
      tone: undefined,
    });
  });

  it('warns above the contract, and names an overrun', () => {
    expect(demandWords({ ...demand, measured: 62, contracted: 60 }).tone).toBe('warn');
    expect(demandWords({ ...demand, measured: 70, contracted: 60, overrun: 10 })).toMatchObject({
      qualifier: '117% dos 60 kW contratados, com ultrapassagem',
      tone: 'bad',
    });
  });

  it('judges nothing without a contract', () => {
    expect(demandWords({ ...demand, measured: 45, contracted: null })).toEqual({
      value: '45,0 kW',
      qualifier: 'sem contrato informado',
      tone: undefined,
    });
  });
});
