import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { OWN_LINE_KINDS } from '@nascente/domain/sites/tariffs/own-line';
import { describe, expect, it } from 'vitest';
import { someTerms } from '../../../../testing/some-terms.ts';
import { draftOf } from './contract-draft.ts';
import { newOwnLine, type TypedOwnLine } from './own-line-draft.ts';
import { readContractDraft } from './read-contract-draft.ts';

type OwnLineJson = NonNullable<BillingContractJson['ownLines']>[number];

const aLine: OwnLineJson = {
  label: 'Multa e juros',
  kind: 'fine',
  value: { mode: 'amount', amount: '12.34' },
  isCredit: false,
  taxes: { icms: false, pisCofins: false },
  isBeforeTaxes: false,
  repeats: 'once',
  first: '2026-10-12',
  last: null,
  sharing: 'none',
};
const draft = (ownLines: TypedOwnLine[]) => ({
  ...draftOf({ validFrom: '2026-01-01', tax: null, terms: someTerms }),
  ownLines,
});

describe('an own line of the contract', () => {
  it.each<OwnLineJson>([
    aLine,
    {
      ...aLine,
      value: { mode: 'quantity', quantity: 1.5, price: '13.33' },
      repeats: 'cycle',
      last: '2026-12-31',
    },
    {
      ...aLine,
      kind: 'charge',
      value: { mode: 'per-unit', price: '0.0125' },
      taxes: { icms: true, pisCofins: true },
      isBeforeTaxes: true,
      sharing: 'consumption',
    },
    { ...aLine, kind: 'retention', value: { mode: 'share', share: '0.0585' }, isCredit: true },
    {
      ...aLine,
      kind: 'retention',
      value: { mode: 'share', share: '0.012', demandShare: '0.048' },
      isCredit: true,
    },
  ])('reads an own line back as it was typed: $value.mode', (line) => {
    const typed = draftOf({ validFrom: '2026-01-01', tax: null, terms: { ...someTerms, ownLines: [line] } });
    const { terms, errors } = readContractDraft(typed);
    expect(errors).toBeNull();
    expect(terms?.ownLines).toEqual([line]);
  });

  it.each(OWN_LINE_KINDS)(
    'requires only a value for the kind %s, and also a name for the kind other',
    (kind) => {
      const started = newOwnLine(kind, '2026-10-01');
      const value = { amount: '10', price: '0,01', share: '5,85' };
      const { errors } = readContractDraft(draft([{ ...started, ...value }]));
      expect(errors).toEqual(kind === 'other' ? { 'ownLines.0.label': 'Dê um nome à linha.' } : null);
    },
  );

  it('reports at each field what is wrong', () => {
    const started = newOwnLine('fine', '2026-10-01');
    const errors = (line: Partial<TypedOwnLine>) =>
      readContractDraft(draft([{ ...started, ...line }])).errors;
    expect(errors({ amount: 'dez' })).toEqual({ 'ownLines.0.amount': 'Informe um valor em R$, como 42,10.' });
    expect(errors({ amount: '1', first: '' })).toEqual({ 'ownLines.0.first': 'Informe a data.' });
    expect(errors({ amount: '1', repeats: 'cycle', last: '2026-09-30' })).toEqual({
      'ownLines.0.last': 'O fim não pode ser antes do começo.',
    });
    expect(errors({ mode: 'quantity', quantity: '', price: '' })).toMatchObject({
      'ownLines.0.quantity': 'Informe a quantidade, como 2 ou 1,5.',
      'ownLines.0.price': 'Informe o preço em R$ por unidade, como 0,0125.',
    });
    expect(errors({ mode: 'share', share: '' })).toHaveProperty(['ownLines.0.share']);
  });

  it('removes the end of a single charge, and added taxes without taxes', () => {
    const line = {
      ...newOwnLine('fine', '2026-10-01'),
      amount: '1',
      last: '2020-01-01',
      isBeforeTaxes: true,
    };
    expect(readContractDraft(draft([line])).terms?.ownLines?.[0]).toMatchObject({
      last: null,
      isBeforeTaxes: false,
    });
  });
});
