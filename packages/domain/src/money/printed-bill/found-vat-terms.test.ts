import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { fromReais } from '../../base/units/money.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import { CONTRACT_B } from '../testing/bill-facts.ts';
import { findContract } from './find-contract.ts';
import { contractOf } from './found-terms.ts';

/** TE and TUSD of a unit with generation of its own; the TUSD refunds no ICMS. */
const BILL = (
  [
    ['Consumo TE', 1000, 0.5, 500],
    ['Consumo TUSD', 1000, 0.6, 600],
    ['Energia injetada TE GD II', -400, 0.5, -200],
    ['Energia injetada TUSD GD II', -400, 0.6 * 0.83, -199.2],
  ] as const
).map(([label, quantity, price, amount]) => ({ label, quantity, price, amount: fromReais(amount) }));

test('keeps the terms of CBS and IBS, which a bill does not reveal', () => {
  const taxes = { icms: true, pisCofins: false };
  const before: BillingContract = {
    ...CONTRACT_B,
    due: { days: 10, dates: [] },
    taxes: [{ ...CONTRACT_B.taxes[0], isVatInIcmsBase: true } as BillingContract['taxes'][number]],
    lineTaxes: [{ line: 'flag', icms: 'charged', pisCofins: true, vat: false }],
    generation: {
      class: 'II',
      credits: [],
      ownTaxes: { ...taxes, vat: false },
      otherTaxes: { ...taxes, vat: false },
      ownTusdTaxes: { ...taxes, vat: true },
    },
  };
  const contract = contractOf(findContract(BILL, []), before, civilDate('2026-06-30'));
  expect(contract.due).toEqual(before.due);
  expect(contract.taxes[0]?.isVatInIcmsBase).toBe(true);
  expect(contract.lineTaxes).toContainEqual(before.lineTaxes?.[0]);
  expect(contract.generation).toMatchObject({
    ownTaxes: { vat: false },
    otherTaxes: { vat: false },
    ownTusdTaxes: { vat: true },
  });
});

test('adds no terms of CBS and IBS where the contract has none', () => {
  const { taxes, generation } = contractOf(findContract(BILL, []), CONTRACT_B, civilDate('2026-06-30'));
  expect(taxes[0]?.isVatInIcmsBase).toBeUndefined();
  expect(generation).toMatchObject({ ownTaxes: { icms: true, pisCofins: true } });
  expect(generation?.ownTaxes.vat).toBeUndefined();
});

test('keeps a refund of CBS and IBS on the TUSD where TE and TUSD refund the same other taxes', () => {
  const alike = BILL.map((line) =>
    line.label.includes('injetada TUSD') ? { ...line, price: 0.6, amount: fromReais(-240) } : line,
  );
  const taxes = { icms: true, pisCofins: true };
  const generation = {
    class: 'II',
    credits: [],
    ownTaxes: taxes,
    otherTaxes: taxes,
    ownTusdTaxes: { ...taxes, vat: true },
    otherTusdTaxes: { ...taxes, vat: true },
  } as const;
  const contract = contractOf(
    findContract(alike, []),
    { ...CONTRACT_B, generation },
    civilDate('2026-06-30'),
  );
  expect(contract.generation).toMatchObject({
    ownTusdTaxes: { ...taxes, vat: true },
    otherTusdTaxes: { ...taxes, vat: true },
  });
});
