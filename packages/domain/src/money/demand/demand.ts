import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Watts } from '../../base/units/power.ts';
import { COMPLETE, EMPTY, exactRate, type Rate } from '../../base/units/rate.ts';
import type {
  ByTouPeriod,
  MeasuredCycle,
  MeasuredDemand,
} from '../../energy/measured-cycle/measured-cycle.ts';
import { benefitsOn } from '../../sites/tariffs/benefit.ts';
import {
  type BillingContract,
  type BillPrinting,
  type ContractedDemand,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import { taxesOfLine } from '../../sites/tariffs/line-taxes.ts';
import { type AzulRules, contractedPeriods, type VerdeRules } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { TOU_PERIOD_LABELS } from '../../sites/tou-windows/tou-periods-by-window.ts';
import type { BilledDemand } from '../bill/bill.ts';
import type { Item } from '../charges/charge.ts';
import { dividedBy, fraction, times } from '../charges/fraction.ts';
import { demandLeft, letOffItems } from '../lines/benefit-portions.ts';

/** Lines of excess reactive energy, one for each time-of-use period, at the TE of B1 (REN ANEEL 1.000/2021, art. 304). */
export function reactiveEnergyItems(excess: ByTouPeriod, price: bigint): Item[] {
  return TOU_PERIODS.filter((touPeriod) => excess[touPeriod] > 0).map((touPeriod) => ({
    label: `Energia reativa excedente ${TOU_PERIOD_LABELS[touPeriod]}`,
    kind: 'reactive-energy',
    taxedAs: 'reactive',
    touPeriod,
    quantity: excess[touPeriod],
    unit: 'kvarh',
    price: fraction(price),
  }));
}

/** Demand at the reference power factor in excess of the billed demand, W × 1000. */
function reactiveDemandExcess(demand: BilledDemand, measured: MeasuredCycle): number {
  const { inPoint, interPoint, outPoint } = measured.reactiveDemand;
  const offPeak = Math.max(interPoint, outPoint);
  const highest = demand.touPeriod === null ? Math.max(inPoint, offPeak) : offPeak;
  return Math.max(0, (demand.touPeriod === 'inPoint' ? inPoint : highest) - demand.billed);
}

/** Lines of excess reactive demand, one for each demand, at the demand price unless the tariff states another one. */
export function reactiveDemandItems(
  demands: readonly BilledDemand[],
  measured: MeasuredCycle,
  rules: DemandRules,
): Item[] {
  return demands
    .map((demand): Item => {
      const touPeriod = demand.touPeriod === null ? '' : ` ${TOU_PERIOD_LABELS[demand.touPeriod]}`;
      return {
        label: `Demanda reativa excedente${touPeriod}`,
        kind: 'reactive-demand',
        taxedAs: 'reactive',
        touPeriod: demand.touPeriod,
        quantity: reactiveDemandExcess(demand, measured),
        unit: 'kW',
        price: fraction(rules.reactive?.vrDre ?? demandPrice(rules, demand.touPeriod)),
      };
    })
    .filter(({ quantity }) => quantity > 0);
}

export type DemandRules = VerdeRules | AzulRules;

const MW_PER_KW = 1_000_000;
const MW_PER_W = 1000;

function highestDemand(demands: readonly MeasuredDemand[]): MeasuredDemand {
  return demands.reduce((highest, demand) => (demand.power > highest.power ? demand : highest));
}

/** Whether demand exceeds 105 % of the contract; then the whole excess over 100 % is charged (REN ANEEL 1.000/2021, art. 301). */
function isOverrun(measured: number, contracted: number): boolean {
  return 100 * measured > 105 * contracted;
}

/** Billed demand and overrun of a measured demand. @param contracted - W × 1000; null if unknown */
export function billedDemand(
  touPeriod: TouPeriod | null,
  measured: MeasuredDemand,
  contracted: number | null,
  integerKw: boolean,
): BilledDemand {
  const power = integerKw ? Math.floor(measured.power / MW_PER_KW) * MW_PER_KW : measured.power;
  const overrun = contracted !== null && isOverrun(power, contracted) ? power - contracted : 0;
  const billed = Math.max(power, contracted ?? 0);
  return { touPeriod, measured: power, at: measured.at, contracted, billed, overrun };
}

/**
 * Contracted demand of a time-of-use period, W × 1000; null if unknown. A single demand counts in each period. If `touPeriod` is
 * null (one demand for all periods), the higher of two demands counts.
 */
export function contractedFor(contract: ContractedDemand | null, touPeriod: TouPeriod | null): number | null {
  if (contract === null) return null;
  return wattsFor(contract, touPeriod) * MW_PER_W;
}

function wattsFor(contract: ContractedDemand, touPeriod: TouPeriod | null): Watts {
  if (contract.mode === 'single') return contract.demand;
  if (touPeriod === null) return Math.max(contract.inPoint, contract.outPoint) as Watts;
  return touPeriod === 'inPoint' ? contract.inPoint : contract.outPoint;
}

/** Highest measured demand of a time-of-use period; `null`: of all hours. Intermediate hours count as off-peak. */
export function measuredDemand({ demand }: MeasuredCycle, touPeriod: TouPeriod | null): MeasuredDemand {
  if (touPeriod === null) return highestDemand(TOU_PERIODS.map((one) => demand[one]));
  return touPeriod === 'inPoint' ? demand.inPoint : highestDemand([demand.outPoint, demand.interPoint]);
}

/** Billed demands of a cycle, one for each demand that its modality contracts. */
export function demandsOf(
  rules: DemandRules,
  measured: MeasuredCycle,
  contract: ContractedDemand | null,
): BilledDemand[] {
  return contractedPeriods(rules.modality).map((touPeriod) =>
    billedDemand(
      touPeriod,
      measuredDemand(measured, touPeriod),
      contractedFor(contract, touPeriod),
      rules.integerKw,
    ),
  );
}

/** Demand price of a time-of-use period, R$/kW before taxes. */
export function demandPrice(rules: Pick<DemandRules, 'demand'>, touPeriod: TouPeriod | null): bigint {
  return touPeriod === 'inPoint' && 'inPoint' in rules.demand ? rules.demand.inPoint : rules.demand.outPoint;
}

/** Discount on demand, its place on the bill, and whether ICMS applies to unused demand. */
export interface Incentive {
  readonly share: Rate;
  readonly printing: BillPrinting;
  /** Label of the discount if it is a credit. */
  readonly credit: string;
  readonly unusedBearsIcms: boolean;
}

/** Discount of an incentivised source; zero for captive customers. */
export function sourceDiscount({ market }: Pick<BillingContract, 'market'>): Rate {
  return market.mode === 'livre' ? market.demandDiscount : EMPTY;
}

/** Discounts on demand: the discount of the source, then benefits on the remaining price. @param day - last day of the cycle */
export function incentiveOf(
  contract: Pick<BillingContract, 'market' | 'printing' | 'lineTaxes' | 'benefits'>,
  day: CivilDate,
): Incentive {
  const { printing = USUAL_PRINTING, lineTaxes, benefits } = contract;
  const source = sourceDiscount(contract);
  const left = demandLeft(benefitsOn(benefits, day));
  return {
    share: exactRate(COMPLETE - ((COMPLETE - source) * left) / COMPLETE),
    printing,
    credit: source === EMPTY ? 'Desconto' : 'Crédito APCEI',
    unusedBearsIcms: taxesOfLine('unused-demand', lineTaxes).icms === 'charged',
  };
}

/**
 * Lines of a demand: measured, unused (mostly without ICMS), and overrun at twice the price. The discount applies to measured and
 * unused demand; {@link letOffItems} may add lines for it.
 */
export function demandItems(demand: BilledDemand, rules: DemandRules, incentive: Incentive): Item[] {
  const full = fraction(demandPrice(rules, demand.touPeriod));
  const letOff = dividedBy(times(full, incentive.share), COMPLETE);
  const touPeriod = demand.touPeriod === null ? '' : ` ${TOU_PERIOD_LABELS[demand.touPeriod]}`;
  const unused = demand.billed - demand.measured;
  const item = { touPeriod: demand.touPeriod, unit: 'kW' as const };
  const items: Item[] = [
    {
      ...item,
      label: `Demanda${touPeriod}`,
      kind: 'demand',
      taxedAs: 'demand',
      quantity: demand.measured,
      price: full,
    },
    {
      ...item,
      label: `Demanda não utilizada${touPeriod}${incentive.unusedBearsIcms ? '' : ' (sem ICMS)'}`,
      kind: 'unused-demand',
      taxedAs: 'unused-demand',
      quantity: unused,
      price: full,
    },
    {
      ...item,
      label: `Demanda de ultrapassagem${touPeriod}`,
      kind: 'overrun',
      taxedAs: 'overrun',
      quantity: demand.overrun,
      price: times(full, 2n),
    },
  ];
  const { printing, credit } = incentive;
  return items
    .filter(({ quantity }) => quantity > 0)
    .flatMap((one) =>
      one.kind === 'overrun' ? [one] : letOffItems(one, { amount: letOff, printing, credit }),
    );
}
