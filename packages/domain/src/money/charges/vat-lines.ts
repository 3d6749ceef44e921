import type { CivilDate } from '../../base/time/civil-day.ts';
import { formatDay, formatNumber } from '../../base/units/format.ts';
import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import { type Rate, rateToNumber } from '../../base/units/rate.ts';
import { LINE_SHARINGS } from '../../sites/tariffs/own-line.ts';
import type { VatRule } from '../../sites/tariffs/vat-periods.ts';
import { type Bill, type Charge, MISSING, type VatAmounts } from '../bill/bill.ts';
import { wayOf } from '../bill/share-bill.ts';
import { isOfConsumption } from '../prices/billed-energy.ts';
import { flatCharge, NO_TAXES } from './charge.ts';
import { NO_VAT, type TaxRates, type VatRates, vatOfBase } from './taxes.ts';

const baseOf = (lines: readonly Charge[]): Cents => sumCents(lines.map(({ vatBase = cents(0) }) => vatBase));

const minusVat = (a: VatAmounts, b: VatAmounts): VatAmounts => ({
  cbs: cents(a.cbs - b.cbs),
  ibsState: cents(a.ibsState - b.ibsState),
  ibsMunicipal: cents(a.ibsMunicipal - b.ibsMunicipal),
});

const PARTS = [
  { name: 'consumo', kind: 'consumption-vat', isOf: isOfConsumption },
  { name: 'outras linhas', kind: 'other-vat', isOf: (line: Charge) => !isOfConsumption(line) },
] as const;

/** Lines with a base, grouped by consumption and the rest, and by how they are apportioned. */
const groupsOf = (lines: readonly Charge[]) =>
  PARTS.flatMap(({ name, kind, isOf }) =>
    LINE_SHARINGS.map((sharing) => ({
      name,
      kind,
      sharing,
      base: baseOf(lines.filter((line) => isOf(line) && wayOf(line) === sharing)),
    })),
  );

/** Rates of CBS and IBS that have lines of their own; null if they are within the lines or not charged. */
const vatOfOwnLines = (rates: TaxRates | null): VatRates | null => {
  const vat = rates?.vat ?? null;
  return vat?.effect === 'charged' && vat.lines === 'own' ? vat : null;
};

/**
 * CBS and IBS in lines of their own, on the sum of the bases of all lines. Each tax is rounded once over the bill; its lines are
 * apportioned as the lines that bear it. Empty if they are within the lines or not charged.
 */
export function vatLines(lines: readonly Charge[], rates: TaxRates | null): Charge[] {
  const vat = vatOfOwnLines(rates);
  if (vat === null) return [];
  let running = cents(0);
  return groupsOf(lines).flatMap(({ name, kind, sharing, base }) => {
    const before = vatOfBase(running, vat);
    running = cents(running + base);
    const { cbs, ibsState, ibsMunicipal } = minusVat(vatOfBase(running, vat), before);
    return [
      { tax: 'CBS', amounts: { ...NO_VAT, cbs } },
      { tax: 'IBS', amounts: { ...NO_VAT, ibsState, ibsMunicipal } },
    ].flatMap(({ tax, amounts }) => {
      const amount = sumCents(Object.values(amounts));
      if (amount === 0) return [];
      const line = flatCharge(`${tax} – ${name}`, kind, amount);
      return [{ ...line, sharing, taxes: { ...NO_TAXES, vat: amounts } }];
    });
  });
}

/** Each line with its CBS and IBS, also where they have lines of their own: what a share of the bill is computed on. */
export function withOwnVat(lines: readonly Charge[], rates: TaxRates | null): Charge[] {
  const vat = vatOfOwnLines(rates);
  if (vat === null) return [...lines];
  return lines.map((line) => ({
    ...line,
    amount: sumCents([line.amount, ...Object.values(vatOfBase(line.vatBase ?? cents(0), vat))]),
  }));
}

/** CBS and IBS that a bill prints without charging them; null if they are charged, or none exist. */
export function informedVat(lines: readonly Charge[], rates: TaxRates | null): VatAmounts | null {
  const vat = rates?.vat ?? null;
  return vat === null || vat.effect === 'charged' ? null : vatOfBase(baseOf(lines), vat);
}

const percent = (rate: Rate): string => `${formatNumber(rateToNumber(rate) * 100, 2)}%`;

const eventText = (rule: VatRule, due: CivilDate): string =>
  `Vence em ${formatDay(due)}: a CBS e o IBS seguem o vencimento (LC 214/2025, art. 10, § 3º), e o ICMS, o último dia do ciclo, ${formatDay(rule.last)}.`;

/** In Portuguese: the tax rule of a bill where its reading and its due date have different ones, and rates to be confirmed. */
export function taxNotes(rule: VatRule): string[] {
  const { last, due, period, endOfPisCofins } = rule;
  if (period === null) return [];
  const notes: string[] = [];
  const isAcross = due !== null && last < period.validFrom;
  if (isAcross) notes.push(eventText(rule, due));
  if (endOfPisCofins !== null && endOfPisCofins.validFrom > last)
    notes.push('PIS e COFINS terminam pelo vencimento (a confirmar).');
  if (isAcross && endOfPisCofins === null && period.endsPisCofins !== null)
    notes.push('PIS e COFINS ainda são cobrados, pelo último dia do ciclo (a confirmar).');
  if (!period.isConfirmed && period.effect === 'charged')
    notes.push(
      `A confirmar: CBS de ${percent(period.cbs)} e IBS de ${percent((period.ibsState + period.ibsMunicipal) as Rate)}. Fonte: ${period.source}.`,
    );
  return notes;
}

/** In Portuguese: that the due date is missing where it decides the tax rule. */
export function missingDue({ undecided }: VatRule): Bill['missing'] {
  const charged = undecided.filter(({ effect }) => effect === 'charged');
  return charged.map(({ validFrom }) => MISSING.due(validFrom));
}
