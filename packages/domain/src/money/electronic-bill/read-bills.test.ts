import { describe, expect, test } from 'vitest';
import { cents, sumCents } from '../../base/units/money.ts';
import { billedAmount } from '../bill-check/billed-lines.ts';
import { ELECTRICITY_BILLS, syntheticNote } from '../testing/electronic-bills.ts';
import type { ElectronicBill } from './electronic-bill.ts';
import { enteredNote } from './entered-note.ts';
import { readNotes } from './read-notes.ts';

/** What the bills charge: kWh, kW, and the kinds of lines that no tariff prices. */
const EXPECTED: Readonly<Record<string, readonly [consumed: object, demand: object, kinds: string]>> = {
  'a-azul-amazonas-am-02': [
    { inPoint: 41_643, outPoint: 340_410 },
    { inPoint: 771, outPoint: 1199 },
    'lighting',
  ],
  'a-azul-energisa-ro-02': [
    { inPoint: 13_876, outPoint: 118_925 },
    { inPoint: 272, outPoint: 280 },
    'charge other −refund lighting',
  ],
  'a-verde-acl-2022-02': [
    { inPoint: 32_279, outPoint: 281_084 },
    { outPoint: 1055.8 },
    'supplier supplier other lighting −supplier −other',
  ],
  'a-verde-ambar-am-03': [{ inPoint: 5310, outPoint: 86_807 }, { outPoint: 212 }, 'lighting −refund'],
  'a-verde-ambar-am-14': [
    { inPoint: 4275, outPoint: 126_050 },
    { outPoint: 586 },
    'lighting −refund supplier',
  ],
  'a-verde-ambar-am-21': [
    { inPoint: 3301, outPoint: 35_033 },
    { outPoint: 77 },
    'lighting fine fine fine fine fine fine',
  ],
  'a-verde-celesc-2026-08': [{ inPoint: 40.947, outPoint: 831.185 }, { outPoint: 65.141 }, '−retention'],
  'a-verde-energisa-ro-05': [
    { inPoint: 4314.13, outPoint: 44_769.77 },
    { outPoint: 210.67 },
    'charge −refund −refund −refund lighting supplier',
  ],
  'a-verde-roraima-02': [{ inPoint: 1774, outPoint: 24_020 }, { outPoint: 86 }, 'lighting'],
  'b-convencional-gd-copel-2026-05': [{ outPoint: 2716 }, {}, 'lighting'],
  'b1-convencional-light-2026-08': [{ outPoint: 304 }, {}, 'lighting other −refund'],
  // 13.530,3 kWh of the cycle, and 37.378,8 kWh charged afterwards.
  'b3-convencional-enelsp-2022': [{ outPoint: 50_909.1 }, {}, 'lighting'],
};

const CASES = ELECTRICITY_BILLS.flatMap(({ id }) => [
  { id, hasVat: false },
  { id, hasVat: true },
]);

describe.each(CASES)('the note of $id, with CBS and IBS: $hasVat', ({ id, hasVat }) => {
  const note = syntheticNote(id, { hasVat });
  const bill = readNotes([note.tree]).bills[0] as ElectronicBill;
  const entered = enteredNote(bill, []);

  test('is read line by line with its taxes, and with every total', () => {
    const expected = note.lines.map(({ label, code, quantity, price, amount, taxes }) => ({
      label,
      code,
      quantity,
      price,
      amount,
      taxes,
    }));
    expect(bill.lines).toMatchObject(expected);
    expect(bill.lines).toHaveLength(expected.length);
    expect(bill.totals).toMatchObject({ withheld: note.withheld, taxes: note.taxes });
    expect(bill).toMatchObject({
      accessKey: note.key,
      number: '1',
      issuedOn: '2026-08-05',
      issuer: { cnpj: '11222333000181' },
      holder: { name: 'PADARIA DO TESTE LTDA', document: '11222333000181' },
      unit: { code: '7012470655', customerCode: '900' },
      isAuthorized: true,
      period: { first: '2026-07-06', last: '2026-08-04' },
      due: hasVat ? '2027-01-12' : '2026-08-20',
    });
  });

  test('becomes a bill to enter with its quantities, taxes and lines outside the tariff', () => {
    const [consumed, demand, kinds] = EXPECTED[id] ?? [];
    expect(entered.consumed).toEqual(consumed);
    expect(entered.demand).toEqual(demand);
    expect(entered.lines.map(({ kind, isCredit }) => `${isCredit ? '−' : ''}${kind}`).join(' ')).toBe(kinds);
    expect(entered.total).toBe(note.total);
    expect(entered.addsVat).toBe(hasVat);
    expect(entered.taxes).toBe(Object.values(note.taxes).reduce((sum, tax) => sum + tax, 0));
    expect(entered.warnings.filter((text) => !text.startsWith('Não sabemos'))).toEqual([]);
  });

  test('charges its total by the lines of the tariff, the other lines, CBS and IBS', () => {
    const ofTariff = bill.lines.filter((_, index) => entered.meanings[index]?.kind === null);
    const vat = hasVat ? note.taxes.cbs + note.taxes.ibs : 0;
    const all = [...ofTariff.map(({ amount }) => amount), ...entered.lines.map(billedAmount), cents(vat)];
    expect(sumCents(all)).toBe(note.total);
  });
});
