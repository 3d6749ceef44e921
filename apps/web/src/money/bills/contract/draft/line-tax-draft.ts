import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import type { DistributorHabits } from '@nascente/domain/sites/tariffs/distributor-habits';
import {
  type LineTaxes,
  TAXED_LINES,
  type TaxedLine,
  taxesOfLine,
  usualTaxes,
} from '@nascente/domain/sites/tariffs/line-taxes';

type LineTaxesJson = NonNullable<BillingContractJson['lineTaxes']>;

/** Taxes of each kind of line. */
export type TypedLineTaxes = Record<TaxedLine, Omit<LineTaxes, 'line'>>;

/** Taxes by line; lines without a rule have the usual ones. */
export const typedLineTaxes = (rules: readonly LineTaxes[] | undefined): TypedLineTaxes => {
  const of = (line: TaxedLine) => {
    const { icms, pisCofins } = taxesOfLine(line, rules);
    return { icms, pisCofins };
  };
  return Object.fromEntries(TAXED_LINES.map((line) => [line, of(line)])) as TypedLineTaxes;
};

/** Only deviations from the usual are stored. */
export const readLineTaxes = (typed: TypedLineTaxes): LineTaxesJson =>
  TAXED_LINES.map((line) => ({ line, ...typed[line] })).filter(({ line, icms, pisCofins }) => {
    const usual = usualTaxes(line);
    return icms !== usual.icms || pisCofins !== usual.pisCofins;
  });

/** Fields that a distributor's billing habits fill in; unknown ones stay unchanged. */
export const habitFields = (
  { printing, lineTaxes, generation }: DistributorHabits,
  market: 'cativo' | 'livre',
) => ({
  printing: { ...printing, rounding: printing.rounding ?? ('' as const) },
  lineTaxes: typedLineTaxes(lineTaxes[market]),
  ...(generation !== null && {
    ownTaxes: generation.ownTaxes,
    otherTaxes: generation.otherTaxes,
    hasTusdTaxes: generation.ownTusdTaxes !== undefined,
    ownTusdTaxes: generation.ownTusdTaxes ?? generation.ownTaxes,
    otherTusdTaxes: generation.otherTusdTaxes ?? generation.otherTaxes,
  }),
});
