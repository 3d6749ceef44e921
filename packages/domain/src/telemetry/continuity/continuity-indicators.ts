import type { CivilDate } from '../../base/time/civil-day.ts';
import { HOUR_MS } from '../../base/time/zone.ts';
import { MIN_INTERRUPTION_MS } from './meter-absences.ts';
import type { Outage } from './site-outages.ts';

/**
 * What somebody stated about an outage, by the classes that only the distributor knows (PRODIST Module 8): `ordinary` counts in
 * DIC, FIC and DMIC; `scheduled` in DIC and FIC (from memory, to be confirmed in version 14); `criticalDay` in DICRI alone and
 * `emergency` in DISE alone; a fault of the own installation and lost messages in none.
 */
export const OUTAGE_VERDICTS = [
  'ordinary',
  'scheduled',
  'criticalDay',
  'emergency',
  'ownInstallation',
  'noOutage',
] as const;
/** A class of an outage. */
export type OutageVerdict = (typeof OUTAGE_VERDICTS)[number];

/** An outage with its verdict; null: to be confirmed. */
export interface JudgedOutage extends Pick<Outage, 'from' | 'to' | 'kind'> {
  readonly verdict: OutageVerdict | null;
}

/** Hours and numbers of interruptions that a set of consumer units may have; null: not entered. */
export interface ContinuityLimits {
  readonly isUrban: boolean;
  /** Of a month; hours, a number and hours. */
  readonly dic: number | null;
  readonly fic: number | null;
  readonly dmic: number | null;
  /** Hours of one interruption on a critical day. */
  readonly dicri: number | null;
  /** Of a quarter and of a year, where the distributor states them. */
  readonly dicQuarter: number | null;
  readonly ficQuarter: number | null;
  readonly dicYear: number | null;
  readonly ficYear: number | null;
  /** Charge for the use of the distribution system in a month (EUSD), R$. */
  readonly monthlyCharge: number | null;
  /** Coefficient of the compensation; null: the one in force. */
  readonly factor: number | null;
}

/** DISE: hours of an interruption in an emergency (REN ANEEL 1.137/2025, DOU 30/10/2025). */
const DISE_HOURS = { urban: 24, other: 48 } as const;

/** The limit of DISE, h. */
export function diseLimit(isUrban: boolean): number {
  return isUrban ? DISE_HOURS.urban : DISE_HOURS.other;
}

/** Coefficients of the compensation (kei) from a day on. */
interface CompensationFactors {
  readonly since: CivilDate;
  /** At 1 kV or less, and between 1 and 69 kV. */
  readonly low: number;
  readonly medium: number;
  readonly source: string;
  readonly isConfirmed: boolean;
}

/** Newest first. Not read at their source: screens call them to be confirmed, and a user may enter another one. */
const FACTORS: readonly CompensationFactors[] = [
  {
    since: '2022-01-01' as CivilDate,
    low: 34,
    medium: 40,
    source: 'PRODIST, Módulo 8 (REN ANEEL 956/2021)',
    isConfirmed: false,
  },
  {
    since: '2010-01-01' as CivilDate,
    low: 15,
    medium: 20,
    source: 'PRODIST, Módulo 8, versões anteriores a 2021',
    isConfirmed: false,
  },
];

/** The coefficients on a day; the oldest ones before. */
export function compensationFactors(day: CivilDate): CompensationFactors {
  return FACTORS.find(({ since }) => since <= day) ?? (FACTORS.at(-1) as CompensationFactors);
}

/** An indicator: what is confirmed, and what it is if each outage to be confirmed counts as an ordinary one. */
export interface IndicatorSum {
  readonly confirmed: number;
  readonly possible: number;
  readonly limit: number | null;
}

/** Duration in hours and hundredths of an hour, as PRODIST expresses it; 0 while it lasts. */
export function outageHours({ from, to }: Pick<Outage, 'from' | 'to'>): number {
  return to === null ? 0 : Math.round(((to - from) / HOUR_MS) * 100) / 100;
}

/** Whether an outage counts unless its verdict says otherwise: an interruption of three minutes or more that has ended. */
export function isCountedOutage({ from, to, kind }: Pick<Outage, 'from' | 'to' | 'kind'>): boolean {
  return kind === 'interruption' && to !== null && to - from >= MIN_INTERRUPTION_MS;
}

interface Hours {
  readonly dic: number;
  readonly fic: number;
  readonly dmic: number;
  /** Hours of each interruption on critical days, and in emergencies. */
  readonly dicri: readonly number[];
  readonly dise: readonly number[];
}

const sumOf = (hours: readonly number[]): number =>
  Math.round(hours.reduce((sum, one) => sum + one, 0) * 100) / 100;

function hoursOf(outages: readonly JudgedOutage[], fallback: OutageVerdict): Hours {
  const counted = outages
    .filter((outage) => outage.to !== null && outage.to - outage.from >= MIN_INTERRUPTION_MS)
    .map((outage) => ({
      hours: outageHours(outage),
      verdict: outage.verdict ?? (isCountedOutage(outage) ? fallback : 'noOutage'),
    }));
  const of = (...verdicts: readonly OutageVerdict[]) =>
    counted.filter(({ verdict }) => verdicts.includes(verdict)).map(({ hours }) => hours);
  const frequent = of('ordinary', 'scheduled');
  return {
    dic: sumOf(frequent),
    fic: frequent.length,
    dmic: Math.max(0, ...of('ordinary')),
    dicri: of('criticalDay'),
    dise: of('emergency'),
  };
}

/** Hours above the limits: the largest of DIC, FIC and DMIC, and each interruption of DICRI and DISE (PRODIST Module 8). */
function excessHours(hours: Hours, limits: ContinuityLimits): number {
  const { dic, fic, dmic, dicri, isUrban } = limits;
  const over = (measured: number, limit: number | null): number =>
    limit === null ? 0 : Math.max(0, measured - limit);
  // FIC is weighed by DIC: (FICv ÷ FICp − 1) × DICp.
  const frequency = fic === null || dic === null || fic === 0 ? 0 : (over(hours.fic, fic) * dic) / fic;
  const own = Math.max(over(hours.dic, dic), over(hours.dmic, dmic), frequency);
  const each = (measured: readonly number[], limit: number | null) =>
    measured.reduce((sum, one) => sum + over(one, limit), 0);
  return own + each(hours.dicri, dicri) + each(hours.dise, diseLimit(isUrban));
}

/** Mean hours of a month in the compensation of PRODIST. */
const HOURS_OF_MONTH = 730;
/** The compensation of a month is at most this number of charges (from earlier versions of PRODIST, to be confirmed). */
const MAX_CHARGES = 10;

/** The indicators of a month, of its quarter and year, and the credit that they give. */
export interface Continuity {
  readonly dic: IndicatorSum;
  readonly fic: IndicatorSum;
  readonly dmic: IndicatorSum;
  /** The longest interruption on a critical day, and in an emergency. */
  readonly dicri: IndicatorSum;
  readonly dise: IndicatorSum;
  /** R$; null without the charge of a month. */
  readonly credit: { readonly confirmed: number; readonly possible: number } | null;
}

const pair = (confirmed: number, possible: number, limit: number | null): IndicatorSum => ({
  confirmed,
  possible,
  limit,
});

/**
 * DIC, FIC, DMIC, DICRI and DISE of the outages of a month, and the credit: hours above the limits × EUSD ÷ 730 × coefficient. An
 * outage without verdict counts in `possible` only. @param factor - coefficient if the limits name none
 */
export function continuityOf(
  outages: readonly JudgedOutage[],
  limits: ContinuityLimits,
  factor: number,
): Continuity {
  const [sure, all] = [hoursOf(outages, 'noOutage'), hoursOf(outages, 'ordinary')];
  const { monthlyCharge } = limits;
  const creditOf = (hours: Hours, charge: number): number => {
    const amount = ((excessHours(hours, limits) * charge) / HOURS_OF_MONTH) * (limits.factor ?? factor);
    return Math.round(Math.min(amount, MAX_CHARGES * charge) * 100) / 100;
  };
  return {
    dic: pair(sure.dic, all.dic, limits.dic),
    fic: pair(sure.fic, all.fic, limits.fic),
    dmic: pair(sure.dmic, all.dmic, limits.dmic),
    dicri: pair(Math.max(0, ...sure.dicri), Math.max(0, ...all.dicri), limits.dicri),
    dise: pair(Math.max(0, ...sure.dise), Math.max(0, ...all.dise), diseLimit(limits.isUrban)),
    credit:
      monthlyCharge === null
        ? null
        : { confirmed: creditOf(sure, monthlyCharge), possible: creditOf(all, monthlyCharge) },
  };
}
