import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import {
  type IcmsTreatment,
  type LineTaxes,
  TAXED_LINES,
  type TaxedLine,
  taxesOfLine,
  usualTaxes,
} from '../../sites/tariffs/line-taxes.ts';
import type { FoundContract } from './find-contract.ts';
import type { LineMeaning } from './line-meaning.ts';

/** The kinds of lines of a tariff that a line of a bill is one of. */
function taxedLinesOf({ part, side }: LineMeaning): readonly TaxedLine[] {
  if (part === 'energy')
    return (['te', 'tusd'] as const)
      .filter((half) => side === null || side === half)
      .map((half) => `energy-${half}` as const);
  return TAXED_LINES.filter((line) => line === part);
}

const isUsual = ({ line, icms, pisCofins }: LineTaxes): boolean => {
  const usual = usualTaxes(line);
  return icms === usual.icms && pisCofins === usual.pisCofins;
};

/**
 * What a bill tells of ICMS: by its own words of all lines, by those of a line of its kind, and by its amount of demand that was not
 * used.
 */
function icmsOn({
  noIcms,
  trial,
  lines,
}: Pick<FoundContract, 'noIcms' | 'trial' | 'lines'>): ReadonlyMap<TaxedLine, IcmsTreatment> {
  const ofUnused = trial.unusedBearsIcms ? 'charged' : 'exempt';
  const ofLines = lines.flatMap(({ meaning }) =>
    taxedLinesOf(meaning).flatMap((line): (readonly [TaxedLine, IcmsTreatment])[] => {
      const icms = meaning.icms ?? (line === 'unused-demand' ? ofUnused : null);
      return icms === null ? [] : [[line, icms]];
    }),
  );
  const ofAll = noIcms === null ? [] : TAXED_LINES.map((line) => [line, noIcms] as const);
  return new Map([...ofAll, ...ofLines]);
}

/** What a bill tells of ICMS as rules of a contract; of lines of which it says nothing what was known before stays. */
export function foundLineTaxes(
  found: Pick<FoundContract, 'noIcms' | 'trial' | 'lines'>,
  before: readonly LineTaxes[] = [],
): Pick<BillingContract, 'lineTaxes'> {
  const icmsOfLines = icmsOn(found);
  if (icmsOfLines.size === 0) return {};
  const icmsRules = [...icmsOfLines].map(
    ([line, icms]): LineTaxes => ({ line, icms, pisCofins: taxesOfLine(line, before).pisCofins }),
  );
  return {
    lineTaxes: [
      ...before.filter(({ line }) => !icmsOfLines.has(line)),
      ...icmsRules.filter((rule) => !isUsual(rule)),
    ],
  };
}
