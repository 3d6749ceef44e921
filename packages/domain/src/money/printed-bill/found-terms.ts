import type { CivilDate } from '../../base/time/civil-day.ts';
import { firstDayOf, monthOf } from '../../base/time/civil-month.ts';
import { cents, sumCents } from '../../base/units/money.ts';
import { watts } from '../../base/units/power.ts';
import { priceFromNumber } from '../../base/units/price.ts';
import { EMPTY, parseRate, type Rate } from '../../base/units/rate.ts';
import { type Benefit, USUAL_BENEFITS } from '../../sites/tariffs/benefit.ts';
import {
  type BillingContract,
  type ContractedDemand,
  type CreditTaxes,
  type Generation,
  SUPPLIES,
  type Supply,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import {
  type IcmsTreatment,
  type LineTaxes,
  TAXED_LINES,
  type TaxedLine,
  taxesOfLine,
  usualTaxes,
} from '../../sites/tariffs/line-taxes.ts';
import {
  MAX_LABEL,
  MAX_OWN_LINES,
  type OwnLine,
  type OwnLineKind,
  RETENTIONS,
} from '../../sites/tariffs/own-line.ts';
import { demandPeriodsOf, isOfGroup, rulesOn } from '../../sites/tariffs/tariff-rules.ts';
import { MINIMUM_KWH } from '../lines/minimum.ts';
import { DEMAND_CHARGES } from '../lines/own-line-charges.ts';
import type { FoundContract } from './find-contract.ts';
import { ICMS_RATES, TARIFF_PARTS } from './found-fits.ts';
import { centsBy, consumedOf, type FoundLine, PIS_SHARE } from './found-prices.ts';
import { freeMarket } from './found-supplier.ts';
import { isReactiveDemand, type LineMeaning, type LinePart } from './line-meaning.ts';

/** Kinds of taxed tariff lines to which a bill line belongs. */
function taxedLinesOf({ part, side }: LineMeaning): readonly TaxedLine[] {
  if (part === 'energy')
    return (['te', 'tusd'] as const)
      .filter((half) => side === null || side === half)
      .map((half) => `energy-${half}` as const);
  return TAXED_LINES.filter((line) => line === part);
}

const isUsual = ({ line, icms, pisCofins, vat = pisCofins }: LineTaxes): boolean => {
  const usual = usualTaxes(line);
  return icms === usual.icms && pisCofins === usual.pisCofins && vat === pisCofins;
};

/**
 * ICMS treatment by kind of line, inferred from statements about the whole bill, from line labels, and from the amount of unused
 * demand.
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

/** The inferred ICMS treatment as rules of a contract; other kinds of lines keep their earlier rules. */
function foundLineTaxes(
  found: Pick<FoundContract, 'noIcms' | 'trial' | 'lines'>,
  before: readonly LineTaxes[] = [],
): Pick<BillingContract, 'lineTaxes'> {
  const icmsOfLines = icmsOn(found);
  if (icmsOfLines.size === 0) return {};
  const icmsRules = [...icmsOfLines].map(
    ([line, icms]): LineTaxes => ({ ...taxesOfLine(line, before), line, icms }),
  );
  return {
    lineTaxes: [
      ...before.filter(({ line }) => !icmsOfLines.has(line)),
      ...icmsRules.filter((rule) => !isUsual(rule)),
    ],
  };
}

const RATE_DECIMALS = 8;
const rateOf = (share: number): Rate => parseRate(share.toFixed(RATE_DECIMALS));

/** Kinds of own lines that repeat on each bill until a person ends them; others belong to one bill. */
const REPEATED: readonly OwnLineKind[] = ['instalment', 'donation'];

function taxesOf(
  { basis, trial, lines }: FoundContract,
  before: BillingContract['taxes'],
  day: CivilDate,
): BillingContract['taxes'] {
  // Printed prices include taxes and do not reveal the rates.
  if (basis === 'printed') return [];
  const separateRate = (name: RegExp) =>
    lines
      .filter(({ meaning, line }) => meaning.part === 'tax' && name.test(line.label))
      .map(({ rate = 0 }) => rate)
      .at(0);
  const pis = separateRate(/PIS/i) ?? Math.round(trial.pisCofins * PIS_SHARE * 1e4) / 1e4;
  const cofins = separateRate(/COFINS/i) ?? trial.pisCofins - pis;
  return [
    {
      validFrom: day,
      icms: rateOf(trial.icms),
      icmsBands: [],
      pis: rateOf(pis),
      cofins: rateOf(cofins),
      method: 'por-dentro',
      isVatInIcmsBase: rulesOn(before, day)?.isVatInIcmsBase,
    },
  ];
}

/** A charge in R$/MWh before taxes, if such a price yields the amount to the cent; else null. */
function perKwh({ line }: FoundLine, found: FoundContract): OwnLine['value'] | null {
  const consumed = consumedOf(found.lines);
  if (found.basis === 'printed' || consumed === 0) return null;
  const factor = 1 / ((1 - found.trial.icms) * (1 - found.trial.pisCofins));
  const untaxed = Math.round((line.amount / 100 / consumed / factor) * 1e5) / 1e5;
  if (centsBy(found.trial.rounding, untaxed * consumed * factor) !== line.amount) return null;
  return { mode: 'per-unit', price: priceFromNumber(untaxed) };
}

const chargesDemand = ({ meaning: { part }, line: { label } }: FoundLine): boolean =>
  DEMAND_CHARGES.has(part === 'reactive' && isReactiveDemand(label) ? 'reactive-demand' : part);

/** A public body's tax retention, if the legal shares of energy and demand yield the amount to the cent; else null. */
function withheld({ line }: FoundLine, { lines }: FoundContract): OwnLine['value'] | null {
  const charged = lines.filter(({ meaning }) => TARIFF_PARTS.has(meaning.part));
  const sumOf = (isDemand: boolean) =>
    sumCents(charged.filter((one) => chargesDemand(one) === isDemand).map(({ line: { amount } }) => amount));
  const [energy, demand] = [sumOf(false), sumOf(true)];
  const found = RETENTIONS.find(({ share, demandShare }) => {
    const amount = (Number(share) * energy + Number(demandShare) * demand) / 100;
    return (['half-up', 'truncate'] as const).some((way) => centsBy(way, amount) === Math.abs(line.amount));
  });
  if (found === undefined || energy + demand === 0) return null;
  const [share, demandShare] = [parseRate(found.share), parseRate(found.demandShare)];
  return { mode: 'share', share, ...(demandShare === share || demand === 0 ? {} : { demandShare }) };
}

/** Rule by which a line repeats in each cycle; null if the line belongs to this bill only. */
function ruleOf(found: FoundLine, contract: FoundContract): OwnLine['value'] | null {
  if (found.meaning.kind === 'charge') return perKwh(found, contract);
  return found.meaning.kind === 'retention' ? withheld(found, contract) : null;
}

function ownLineOf(found: FoundLine, contract: FoundContract, day: CivilDate): OwnLine {
  const { line, meaning } = found;
  const rule = ruleOf(found, contract);
  const isTaxed = rule?.mode === 'per-unit';
  const isRepeated = rule !== null || REPEATED.includes(meaning.kind);
  return {
    label: line.label.slice(0, MAX_LABEL).trim(),
    kind: meaning.kind,
    value: rule ?? { mode: 'amount', amount: cents(Math.abs(line.amount)) },
    isCredit: line.amount < 0,
    taxes: { icms: isTaxed, pisCofins: isTaxed },
    isBeforeTaxes: isTaxed,
    repeats: isRepeated ? 'cycle' : 'once',
    first: isRepeated ? firstDayOf(monthOf(day)) : day,
    last: null,
    sharing: isTaxed || meaning.kind === 'supplier' ? 'consumption' : 'none',
  };
}

function demandOf({ modality, demand }: FoundContract): ContractedDemand | null {
  const { inPoint, outPoint } = demand;
  if (outPoint === null) return null;
  const inWatts = (kw: number) => watts(Math.round(kw * 1000));
  if (demandPeriodsOf(modality).length === 1) return { mode: 'single', demand: inWatts(outPoint) };
  // A peak demand that was not read is unknown, not zero.
  return inPoint === null
    ? null
    : { mode: 'by-post', inPoint: inWatts(inPoint), outPoint: inWatts(outPoint) };
}

/** Supply whose complete minimum is charged; null if only a part of a minimum is charged. */
function supplyOf({ lines }: FoundContract): Supply | null {
  const kwh = lines.find(({ meaning }) => meaning.part === 'minimum')?.quantity;
  return SUPPLIES.find((supply) => MINIMUM_KWH[supply] === kwh) ?? null;
}

/** Tolerance between a ratio of printed prices (six decimals) and a tax rate. */
const SAME = 0.0003;

/** Whether a line has the full price. Refunded TUSD has it only in GD I, because GD II and III pay Fio B. */
const isFullyRefunded = (label: string, side: 'te' | 'tusd'): boolean =>
  side === 'te' || !/INJETAD|COMPENSAD/i.test(label) || /\bGD ?I\b/i.test(label);

/** Taxes that compensated energy refunds, by the ratio of its price to that of consumed energy. */
function creditTaxes(
  lines: readonly FoundLine[],
  isOther: boolean,
  side: 'te' | 'tusd' = 'te',
): CreditTaxes | null {
  const ofTe = lines.filter(
    ({ line, meaning }) => meaning.side === side && isFullyRefunded(line.label, side),
  );
  const full = ofTe.find(({ meaning }) => meaning.part === 'energy')?.line.price;
  const tePrice = ofTe.find(
    ({ meaning, line }) => meaning.part === 'compensation' && /OUTRA/i.test(line.label) === isOther,
  )?.line.price;
  if (full == null || tePrice == null) return null;
  const missing = 1 - tePrice / full;
  if (Math.abs(missing) < SAME) return { icms: true, pisCofins: true };
  return { icms: false, pisCofins: ICMS_RATES.some((rate) => Math.abs(rate - missing) < SAME) };
}

const UNKNOWN_TAXES: CreditTaxes = { icms: true, pisCofins: true };

/** Taxes refunded on TUSD, if they differ from those on TE. */
function tusdTaxesOf(lines: readonly FoundLine[]): Pick<Generation, 'ownTusdTaxes' | 'otherTusdTaxes'> {
  const differs = (isOther: boolean): CreditTaxes | undefined => {
    const [te, tusd] = [creditTaxes(lines, isOther), creditTaxes(lines, isOther, 'tusd')];
    if (te === null || tusd === null) return;
    return te.icms === tusd.icms && te.pisCofins === tusd.pisCofins ? undefined : tusd;
  };
  const [ownTusdTaxes, otherTusdTaxes] = [differs(false), differs(true)];
  return {
    ...(ownTusdTaxes !== undefined && { ownTusdTaxes }),
    ...(otherTusdTaxes !== undefined && { otherTusdTaxes }),
  };
}

/** Taxes found on a bill, with CBS and IBS as in the earlier contract: a bill does not reveal them. */
function withVatOf(before: CreditTaxes | undefined, found: CreditTaxes): CreditTaxes {
  return before?.vat === undefined ? found : { ...found, vat: before.vat };
}

type TusdTaxes = Pick<Generation, 'ownTusdTaxes' | 'otherTusdTaxes'>;

function vatOfTusd(before: Generation | null, found: TusdTaxes): TusdTaxes {
  if (before === null) return found;
  const of = (name: keyof TusdTaxes, te: CreditTaxes) => {
    const stored = before[name];
    return stored?.vat === undefined ? found[name] : withVatOf(stored, found[name] ?? te);
  };
  const own = of('ownTusdTaxes', before.ownTaxes);
  const other = of('otherTusdTaxes', before.otherTaxes);
  return { ...(own && { ownTusdTaxes: own }), ...(other && { otherTusdTaxes: other }) };
}

function generationOf({ lines }: FoundContract, before: Generation | null): Generation | null {
  const compensated = lines.filter(({ meaning }) => meaning.part === 'compensation');
  if (compensated.length === 0) return before;
  const labels = compensated.map(({ line }) => line.label);
  const own = labels.find((label) => !/OUTRA/i.test(label)) ?? labels.join(' ');
  const named = /\bGD ?(III|II|I)\b/i.exec(own)?.[1]?.toUpperCase();
  return {
    class: named === 'I' || named === 'III' ? named : 'II',
    credits: before?.credits ?? [],
    ownTaxes: withVatOf(before?.ownTaxes, creditTaxes(lines, false) ?? before?.ownTaxes ?? UNKNOWN_TAXES),
    otherTaxes: withVatOf(
      before?.otherTaxes,
      creditTaxes(lines, true) ?? before?.otherTaxes ?? UNKNOWN_TAXES,
    ),
    ...vatOfTusd(before, tusdTaxesOf(lines)),
  };
}

/** Benefits of the contract, with an inferred discount in place of one of the same kind. */
function benefitsOf(
  { benefit }: FoundContract,
  { benefits = [] }: BillingContract,
  day: CivilDate,
): Pick<BillingContract, 'benefits'> {
  if (benefit === null) return {};
  const { kind, steps } = benefit;
  const label = benefit.label.slice(0, MAX_LABEL).trim();
  const first = firstDayOf(monthOf(day));
  const { hours } = USUAL_BENEFITS[kind];
  const foundBenefit: Benefit = { kind, label, steps, demand: EMPTY, hours, first, last: null };
  return { benefits: [...benefits.filter((one) => one.kind !== kind), foundBenefit] };
}

/** COSIP as printed; that of the earlier contract if the bill has none. */
function cosipOf({ lines }: FoundContract, before: BillingContract): BillingContract['cosip'] {
  const lighting = lines.filter(({ meaning }) => meaning.part === 'cosip').map(({ line }) => line.amount);
  return lighting.length > 0 ? { mode: 'flat', amount: sumCents(lighting) } : before.cosip;
}

/** Group and subgroup; if the group changes, the most common subgroup is assumed. */
function framingOf(
  { modality }: FoundContract,
  before: BillingContract,
): Pick<BillingContract, 'group' | 'subgroup' | 'modality'> {
  const group = isOfGroup('A', modality) || before.optanteB ? 'A' : 'B';
  const usual = group === 'A' ? 'A4' : 'B3';
  return { modality, group, subgroup: before.group === group ? before.subgroup : usual };
}

/**
 * The earlier contract with the terms inferred from a bill. Terms that the bill does not show stay unchanged, except contracted
 * demand, which becomes null. @param day - last day of the bill's cycle
 */
export function contractOf(found: FoundContract, before: BillingContract, day: CivilDate): BillingContract {
  const ownLines = withOwnLines(found, before, day);
  if (found.modality === 'water') return { ...before, ownLines };
  const taxes = taxesOf(found, before.taxes, day);
  return {
    ...before,
    ...framingOf(found, before),
    market: found.isFree
      ? freeMarket(before, rateOf(found.discount), found.supplier, day)
      : { mode: 'cativo' },
    demand: demandOf(found),
    supply: supplyOf(found) ?? before.supply,
    taxes: taxes.length > 0 ? taxes : before.taxes,
    ...foundLineTaxes(found, before.lineTaxes),
    cosip: cosipOf(found, before),
    ownLines,
    generation: generationOf(found, before.generation),
    ...benefitsOf(found, before, day),
    printing: {
      ...(before.printing ?? USUAL_PRINTING),
      rounding: found.trial.rounding,
      lineCents: found.trial.lineCents,
      discount: found.benefit?.place ?? (found.discountIsCredit ? 'credit' : 'price'),
      flag: found.flag,
    },
  };
}

/** Whether a line becomes an own line: custom lines, and discounts that no share explains. */
const isOwn = (part: LinePart, computed: number | null): boolean =>
  part === 'own' || (part === 'benefit' && computed === null);

/** Own lines of the bill and those of the earlier contract, without duplicates. */
function withOwnLines(found: FoundContract, before: BillingContract, day: CivilDate): OwnLine[] {
  const own = found.lines
    .filter(({ meaning, line, computed }) => line.amount !== 0 && isOwn(meaning.part, computed))
    .map((one) => ownLineOf(one, found, day));
  const stored = (before.ownLines ?? []).filter(
    (line) => !own.some(({ label, first }) => label === line.label && first === line.first),
  );
  // If the maximum is exceeded, ended lines are removed first.
  const room = MAX_OWN_LINES - own.length;
  const month = day.slice(0, 7);
  const isOver = ({ repeats, first, last }: OwnLine) => (repeats === 'once' ? first : (last ?? day)) < month;
  const staying = stored.length > room ? stored.filter((line) => !isOver(line)) : stored;
  return [...staying.slice(0, room), ...own];
}
