import { USUAL_PRINTING } from '@nascente/domain/sites/tariffs/billing-contract';
import { habitsOf } from '@nascente/domain/sites/tariffs/distributor-habits';
import { expect, it } from 'vitest';
import { someTerms } from '../../../../testing/some-terms.ts';
import { draftOf, habitFields, readLineTaxes, typedLineTaxes } from './contract-draft.ts';

it('stores only the line taxes that differ from the usual ones', () => {
  expect(readLineTaxes(typedLineTaxes(undefined))).toEqual([]);
  const typed = typedLineTaxes([{ line: 'overrun', icms: 'zero', pisCofins: true }]);
  const changed = { ...typed, 'unused-demand': { icms: 'charged', pisCofins: true, vat: true } } as const;
  expect(readLineTaxes(changed)).toEqual([
    { line: 'unused-demand', icms: 'charged', pisCofins: true },
    { line: 'overrun', icms: 'zero', pisCofins: true },
  ]);
});

it('fills in the habits of a distributor, and leaves unknown taxes of generation', () => {
  const of = (name: string, market: 'cativo' | 'livre') => {
    const habits = habitsOf(name);
    const terms = { ...someTerms, printing: { ...USUAL_PRINTING, vat: 'own' as const } };
    const draft = draftOf({ validFrom: '2026-01-01', tax: null, terms });
    const lineTaxes = { ...draft.lineTaxes, flag: { ...draft.lineTaxes.flag, vat: false } };
    return habits && habitFields(habits, { ...draft, market, lineTaxes });
  };
  expect(of('RGE', 'cativo')).toMatchObject({
    printing: { rounding: 'half-up', lineCents: 'parts', vat: 'own' },
    hasTusdTaxes: true,
    ownTusdTaxes: { icms: false, pisCofins: true },
  });
  const copel = of('Copel', 'cativo');
  expect(copel).toMatchObject({ hasTusdTaxes: false, ownTusdTaxes: { icms: false, pisCofins: true } });
  const light = of('Light', 'cativo');
  const usual = typedLineTaxes([]);
  const lineTaxes = { ...usual, flag: { ...usual.flag, vat: false } };
  expect(light).toEqual({ printing: expect.anything(), lineTaxes });
  expect(of('AME', 'cativo')?.lineTaxes.demand.icms).toBe('substituted');
  expect(of('AME', 'livre')?.lineTaxes.demand.icms).toBe('charged');
});
