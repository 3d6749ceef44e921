import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import type { ContractVersion, EstablishmentContract } from '@nascente/contract/money/billing-terms';
import {
  type BillPrinting,
  type CreditTaxes,
  USUAL_PRINTING,
} from '@nascente/domain/sites/tariffs/billing-contract';
import type { DistributorHabits } from '@nascente/domain/sites/tariffs/distributor-habits';
import {
  type LineTaxes,
  TAXED_LINES,
  type TaxedLine,
  taxesOfLine,
  usualTaxes,
} from '@nascente/domain/sites/tariffs/line-taxes';
import { isOfGroup } from '@nascente/domain/sites/tariffs/tariff-rules';
import { typedPercent } from '../../../../shared/forms/draft-reader.ts';
import { typedOf } from '../../../../shared/forms/fields/decimal-input.ts';
import { typedBenefit } from './benefit-draft.ts';
import { typedOwnLine } from './own-line-draft.ts';
import { typedSupply } from './supply-draft.ts';

type LineTaxesJson = NonNullable<BillingContractJson['lineTaxes']>;

/** Taxes of each kind of line; `vat`: CBS and IBS. */
type TypedLineTaxes = Record<TaxedLine, Required<Omit<LineTaxes, 'line' | 'vat'>> & { vat: boolean }>;

/** Taxes by line; lines without a rule have the usual ones. */
export const typedLineTaxes = (rules: readonly LineTaxes[] | undefined): TypedLineTaxes => {
  const of = (line: TaxedLine) => {
    const { icms, pisCofins, vat = pisCofins } = taxesOfLine(line, rules);
    return { icms, pisCofins, vat };
  };
  return Object.fromEntries(TAXED_LINES.map((line) => [line, of(line)])) as TypedLineTaxes;
};

/** Only deviations from the usual are stored. */
export const readLineTaxes = (typed: TypedLineTaxes): LineTaxesJson =>
  TAXED_LINES.map((line) => {
    const { icms, pisCofins, vat } = typed[line];
    return { line, icms, pisCofins, ...(vat !== pisCofins && { vat }) };
  }).filter(({ line, icms, pisCofins, vat }) => {
    const usual = usualTaxes(line);
    return icms !== usual.icms || pisCofins !== usual.pisCofins || vat !== undefined;
  });

/** Habits do not know CBS and IBS: each line keeps its own. */
const withVatOf = (before: TypedLineTaxes, habits: TypedLineTaxes): TypedLineTaxes =>
  Object.fromEntries(
    TAXED_LINES.map((line) => [line, { ...habits[line], vat: before[line].vat }]),
  ) as TypedLineTaxes;

/** Fields that a distributor's billing habits fill in; unknown ones stay unchanged. */
export const habitFields = (
  { printing, lineTaxes, generation }: DistributorHabits,
  draft: Pick<ContractDraft, 'market' | 'printing' | 'lineTaxes'>,
) => ({
  printing: { ...draft.printing, ...printing, rounding: printing.rounding ?? ('' as const) },
  lineTaxes: withVatOf(draft.lineTaxes, typedLineTaxes(lineTaxes[draft.market])),
  ...(generation !== null && {
    ownTaxes: generation.ownTaxes,
    otherTaxes: generation.otherTaxes,
    hasTusdTaxes: generation.ownTusdTaxes !== undefined,
    ownTusdTaxes: generation.ownTusdTaxes ?? generation.ownTaxes,
    otherTusdTaxes: generation.otherTusdTaxes ?? generation.otherTaxes,
  }),
});

/** A band up to kWh or kW; the last one has no limit. */
export type TypedBand = TypedTaxes['icmsBands'][number];

export type TypedTaxes = ReturnType<typeof typedTaxes>;

export type CosipMode = NonNullable<BillingContractJson['cosip']>['mode'];

/** Form values of a billing contract; fields of other modalities keep their text. */
export type ContractDraft = ReturnType<typeof draftOf>;

type Terms = BillingContractJson;

const numberText = (value: number | null): string => (value === null ? '' : typedOf(String(value)));

const typedTaxes = (period: Terms['taxes'][number]) => ({
  validFrom: period.validFrom,
  hasBands: period.icmsBands.length > 0,
  /** Percent, as `pis` and `cofins`. */
  icms: typedPercent(period.icms),
  icmsBands: period.icmsBands.map(({ upTo, rate }) => ({
    upTo: numberText(upTo),
    value: typedPercent(rate),
  })),
  pis: typedPercent(period.pis),
  cofins: typedPercent(period.cofins),
  method: period.method,
  isVatInIcmsBase: period.isVatInIcmsBase ?? false,
});

const typedDemand = (demand: Terms['demand']) => {
  if (demand === null) return { single: '', inPoint: '', outPoint: '' };
  if (demand.mode === 'single') return { single: numberText(demand.demand), inPoint: '', outPoint: '' };
  return { single: '', inPoint: numberText(demand.inPoint), outPoint: numberText(demand.outPoint) };
};

const typedCosip = (cosip: Terms['cosip']) => ({
  amount: cosip?.mode === 'flat' ? typedOf(cosip.amount) : '',
  /** Percent. */
  share: cosip?.mode === 'share' ? typedPercent(cosip.share) : '',
  by: (cosip?.mode === 'bands' ? cosip.by : undefined) ?? 'kWh',
  municipality: cosip?.mode === 'municipality' ? cosip.municipality : '',
  bands:
    cosip?.mode === 'bands'
      ? cosip.bands.map(({ upTo, amount }) => ({ upTo: numberText(upTo), value: typedOf(amount) }))
      : [],
});

function typedPrinting(printing: BillPrinting = USUAL_PRINTING) {
  return {
    ...printing,
    rounding: printing.rounding ?? ('' as const),
    vat: printing.vat ?? ('within' as const),
    areCreditsInVatBase: printing.areCreditsInVatBase ?? false,
  };
}

const BOTH: CreditTaxes = { icms: true, pisCofins: true };

const differ = (tusd: CreditTaxes | undefined, te: CreditTaxes | undefined): boolean =>
  tusd !== undefined && (tusd.icms !== te?.icms || tusd.pisCofins !== te.pisCofins);

const typedGeneration = (generation: Terms['generation']) => ({
  hasGeneration: generation !== null,
  generationClass: generation?.class ?? ('II' as const),
  ownTaxes: generation?.ownTaxes ?? BOTH,
  otherTaxes: generation?.otherTaxes ?? BOTH,
  /** Whether the TUSD gives back other taxes than the TE. */
  hasTusdTaxes:
    differ(generation?.ownTusdTaxes, generation?.ownTaxes) ||
    differ(generation?.otherTusdTaxes, generation?.otherTaxes),
  /** Whether compensated energy gives back CBS and IBS on the TE, and on the TUSD. */
  hasTeVat: generation?.ownTaxes.vat ?? true,
  hasTusdVat: generation?.ownTusdTaxes?.vat ?? false,
  ownTusdTaxes: generation?.ownTusdTaxes ?? generation?.ownTaxes ?? BOTH,
  otherTusdTaxes: generation?.otherTusdTaxes ?? generation?.otherTaxes ?? BOTH,
  fioBYear: generation?.fioBYear ?? ('last-day' as const),
  generationMinimum: generation?.minimum ?? ('money' as const),
  credits: (generation?.credits ?? []).map((lot) => ({ ...lot, energy: numberText(lot.energy) })),
});

export const draftOf = ({ terms, tax, validFrom }: ContractVersion) => ({
  validFrom,
  tax,
  subgroup: terms.subgroup,
  modality: terms.modality,
  optanteB: terms.optanteB,
  transformerKva: numberText(terms.transformerKva),
  market: terms.market.mode,
  demandDiscount: terms.market.mode === 'livre' ? typedPercent(terms.market.demandDiscount) : '0',
  supplierPrice: terms.market.mode === 'livre' ? typedOf(terms.market.supplierPrice ?? '') : '',
  supplier: typedSupply(terms.market),
  demand: typedDemand(terms.demand),
  supply: terms.supply ?? ('' as const),
  taxes: terms.taxes.map(typedTaxes),
  taxCredits: terms.taxCredits ?? { pisCofins: false, vat: false },
  dueDays: numberText(terms.due?.days ?? null),
  dueDates: (terms.due?.dates ?? []).map((date) => ({ date: date as string })),
  lineTaxes: typedLineTaxes(terms.lineTaxes),
  cosip: { mode: terms.cosip?.mode ?? ('unknown' as const), ...typedCosip(terms.cosip) },
  cosipChanges: (terms.cosipChanges ?? []).map(({ validFrom, cosip }) => ({
    validFrom,
    mode: cosip.mode,
    ...typedCosip(cosip),
  })),
  ownLines: (terms.ownLines ?? []).map(typedOwnLine),
  benefits: (terms.benefits ?? []).map(typedBenefit),
  ...typedGeneration(terms.generation),
  economias: String(terms.economias),
  category: terms.category ?? ('' as const),
  printing: typedPrinting(terms.printing),
});

/** A new version starts with the terms in force; only a stored version names a tariff. */
export const newDraft = ({ inForce, versions }: EstablishmentContract, validFrom: string): ContractDraft =>
  draftOf({
    validFrom,
    terms: inForce.terms,
    tax: versions.find((version) => version.validFrom === inForce.validFrom)?.tax ?? null,
  });

/** A new period starts with the previous rates: mostly PIS and COFINS change. */
export const newTaxes = (validFrom: string, before: TypedTaxes | undefined): TypedTaxes =>
  before === undefined
    ? {
        validFrom,
        hasBands: false,
        icms: '',
        icmsBands: [],
        pis: '',
        cofins: '',
        method: 'por-dentro',
        isVatInIcmsBase: false,
      }
    : { ...before, validFrom, icmsBands: before.icmsBands.map((band) => ({ ...band })) };

/** A new period starts with the previous value. */
export const newCosip = (
  validFrom: string,
  { cosip, cosipChanges }: ContractDraft,
): ContractDraft['cosipChanges'][number] => {
  const { mode, ...before } = cosipChanges.at(-1) ?? cosip;
  const bands = before.bands.map((band) => ({ ...band }));
  return { ...before, mode: mode === 'unknown' ? 'flat' : mode, validFrom, bands };
};

/** Whether Group A tariffs apply, which bill demand. */
export const hasDemand = ({ modality }: Pick<ContractDraft, 'modality'>): boolean => isOfGroup('A', modality);
