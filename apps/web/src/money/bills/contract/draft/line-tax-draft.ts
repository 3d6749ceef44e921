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

/** What each kind of line bears, as it is chosen. */
export type TypedLineTaxes = Record<TaxedLine, Omit<LineTaxes, 'line'>>;

/** The choices of a contract; of a line that it does not name the usual ones. */
export const typedLineTaxes = (rules: readonly LineTaxes[] | undefined): TypedLineTaxes => {
  const of = (line: TaxedLine) => {
    const { icms, pisCofins } = taxesOfLine(line, rules);
    return { icms, pisCofins };
  };
  return Object.fromEntries(TAXED_LINES.map((line) => [line, of(line)])) as TypedLineTaxes;
};

/** Only what differs from the usual is kept. */
export const readLineTaxes = (typed: TypedLineTaxes): LineTaxesJson =>
  TAXED_LINES.map((line) => ({ line, ...typed[line] })).filter(({ line, icms, pisCofins }) => {
    const usual = usualTaxes(line);
    return icms !== usual.icms || pisCofins !== usual.pisCofins;
  });

/** The fields of a contract that the habits of a distributor fill in; what is not known of it stays as it was. */
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
