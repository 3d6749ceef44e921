import type { ReportPeriod } from '@nascente/contract/insight/reports';
import type { Apportionment } from '@nascente/contract/money/apportionment';
import type { BillAnswer } from '@nascente/contract/money/bills';
import {
  addDays,
  type CivilDate,
  civilDate,
  civilDateAt,
  daysBetween,
  earlierDay,
  endOfDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import { passedDays, passedShare } from '@nascente/domain/energy/forecast/cycle-so-far';
import { isMeasuredAlike, partsOf } from '@nascente/domain/energy/subjects/meter-parts';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { ApportionmentService } from '../../../money/apportionment/index.ts';
import type { BegunBill, BillChangesService, BillsService } from '../../../money/bills/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import { daysTable, linesTable, type PeriodTotals, partsTable, periodsTable } from './bill-tables.ts';
import type {
  GatheredReport,
  ReportBody,
  ReportFacts,
  ReportFigure,
  ReportProgress,
  ReportTable,
} from './report-content.ts';
import { weekOf } from './report-periods.ts';
import {
  comparedText,
  completenessText,
  daysText,
  hasData,
  isSameText,
  moreDaysBefore,
  ONLY_AN_ESTIMATE,
  pricingOf,
  quantityCell,
  STILL_OPEN,
  slugOf,
  unitOf,
} from './report-texts.ts';

export interface EstablishmentSources {
  readonly bills: Pick<BillsService, 'begin' | 'read'>;
  readonly billChanges: Pick<BillChangesService, 'read'>;
  readonly apportionment: ApportionmentService;
  readonly clock: () => Instant;
}

interface Requested {
  readonly id: string;
  readonly type: 'eletric' | 'water';
  readonly period: ReportPeriod;
  /** A day within the period; undefined: today. */
  readonly day?: CivilDate | undefined;
}

const PERIODS_BEFORE = 5;

const TEXTS = {
  month: {
    title: 'Ciclos',
    heading: 'Este ciclo e os anteriores',
    one: 'Ciclo',
    total: 'Valor do ciclo',
    before: 'no ciclo anterior',
  },
  week: {
    title: 'Semanas',
    heading: 'Esta semana e as anteriores',
    one: 'Semana',
    total: 'Valor da semana',
    before: 'na semana anterior',
  },
} as const;

const toPeriod = (bill: BillAnswer): PeriodTotals => ({
  start: bill.start,
  end: bill.end,
  consumed: bill.consumed.total,
  total: bill.total,
  ...repeatShares(bill),
});

const figuresOf = ({ bill, period, isOpen, before, elapsedDays }: ReadReport): ReportFigure[] => {
  const text = TEXTS[period];
  const hasPrice = bill.tariff !== null;
  const mean = bill.consumed.total / elapsedDays;
  const compared = (current: number, earlier: number | undefined): string =>
    isOpen ? '' : comparedText(current, earlier ?? null, text.before, moreDaysBefore(bill, before));
  const [demand] = bill.demand.toSorted((one, other) => other.measured - one.measured);
  return [
    {
      label: isOpen ? 'Valor até agora' : text.total,
      value: hasPrice ? { reais: bill.total } : '—',
      note: hasPrice ? compared(bill.total, before?.total) : '',
    },
    {
      label: 'Consumo',
      value: quantityCell(bill, bill.consumed.total),
      note: compared(bill.consumed.total, before?.consumed),
    },
    demand === undefined
      ? { label: 'Média por dia', value: quantityCell(bill, mean), note: '' }
      : {
          label: 'Demanda máxima',
          value: { quantity: demand.measured, decimals: 1, unit: 'kW' },
          note: demand.contracted === null ? '' : `contratada: ${formatNumber(demand.contracted, 0)} kW`,
        },
  ];
};

interface ReadReport {
  readonly subject: string;
  readonly period: ReportPeriod;
  readonly isOpen: boolean;
  readonly bill: BillAnswer;
  readonly days: readonly { readonly date: string; readonly total: number; readonly estimated?: number }[];
  /** Days of the period since the first meter was installed; today counts by its elapsed share. */
  readonly elapsedDays: number;
  /** Oldest first; the last one is the reported period. */
  readonly periods: readonly PeriodTotals[];
  /** The period before, if the same meters measured it. */
  readonly before: PeriodTotals | null;
  /** Why the total differs from the period before; null without a comparison. */
  readonly changeSentence: string | null;
  readonly apportioned: Pick<Apportionment, 'parts' | 'rest' | 'fixed'> & { readonly isDivided: boolean };
}

type Period = Pick<PeriodTotals, 'start' | 'end' | 'completeness'>;

const isMeasuredAs = (
  { facts, zone, type }: BegunBill['establishment'],
  one: Period,
  other: Period,
): boolean => {
  const meters = facts.meters.filter((meter) => meter.type === type);
  const spanOf = ({ start, end }: Period) => {
    const span = { from: startOfDay(civilDate(start), zone), to: endOfDay(civilDate(end), zone) };
    return { ...span, parts: partsOf(meters, span) };
  };
  return isSameText(one, other) && isMeasuredAlike(spanOf(one), spanOf(other));
};

const elapsedDaysOf = (
  { facts, zone, type, now }: BegunBill['establishment'],
  { start, end }: BillAnswer,
): number => {
  const [first, last] = [civilDate(start), civilDate(end)];
  const span = { from: startOfDay(first, zone), to: endOfDay(last, zone) };
  const parts = partsOf(
    facts.meters.filter((meter) => meter.type === type),
    span,
  );
  const from = instant(Math.min(...parts.map((part) => part.from), span.to));
  const started = civilDateAt(from, zone);
  const reached = earlierDay(last, civilDateAt(now, zone));
  const before = passedShare(started, zone, from);
  return passedDays(daysBetween(started, reached) + 1, passedShare(reached, zone, now), before);
};

const titleOf = ({ bill, period }: ReadReport): string =>
  `Relatório${period === 'week' ? ' semanal' : ''} ${bill.type === 'water' ? 'de água' : 'de energia'}`;

const fileNameOf = ({ bill, subject }: ReadReport): string =>
  `relatorio-${bill.type === 'water' ? 'agua' : 'energia'}-${slugOf(subject)}-${bill.start}-${bill.end}`;

const tablesOf = ({ bill, days, periods, period, apportioned }: ReadReport): ReportTable[] => [
  ...(bill.lines.length === 0 ? [] : [linesTable(bill)]),
  daysTable(bill, days),
  ...(apportioned.isDivided ? [partsTable(bill, apportioned)] : []),
  ...(periods.length < 2 ? [] : [periodsTable(bill, periods, TEXTS[period])]),
];

const bodyOf = (read: ReadReport): ReportBody => {
  const { bill, days, isOpen, subject, changeSentence } = read;
  return {
    subject,
    title: titleOf(read),
    days: daysText(bill),
    figures: figuresOf(read),
    charts: [{ kind: 'days', heading: `Consumo por dia, ${unitOf(bill)}`, unit: unitOf(bill), days }],
    tables: tablesOf(read),
    reasons: changeSentence === null ? [] : [`${changeSentence}.`],
    assumptions: [
      ...(isOpen ? [STILL_OPEN] : []),
      completenessText(bill.completeness, bill.estimated),
      ...pricingOf(bill),
      ONLY_AN_ESTIMATE,
    ],
  };
};

const factsOf = ({ bill, days, apportioned }: ReadReport): ReportFacts => ({
  total: bill.tariff === null ? null : bill.total,
  consumed: { total: bill.consumed.total, unit: unitOf(bill) },
  ...repeatShares(bill),
  days: days.map(({ date, total }) => ({ date, total })),
  rows: apportioned.parts.map((part) => ({
    name: part.name,
    consumed: part.total,
    amount: part.energy,
    ...repeatShares(part),
  })),
  prices: bill.lines.flatMap(({ label, price }) => (price === null ? [] : [{ label, price }])),
});

export const createEstablishmentReport = ({
  bills,
  billChanges,
  apportionment,
  clock,
}: EstablishmentSources) => {
  const periodsUntil = async (caller: Caller, { id, period }: Requested, bill: BillAnswer) => {
    const { type } = bill;
    const periods = [toPeriod(bill)];
    let { previousCycle } = bill;
    let monday = civilDate(bill.start);
    while (periods.length <= PERIODS_BEFORE) {
      monday = addDays(monday, -7);
      const requested =
        period === 'month'
          ? { type, start: previousCycle.start }
          : { type, start: monday, end: addDays(monday, 6) };
      const before = await bills.read(caller, id, requested);
      if (!hasData(before)) break;
      periods.unshift(toPeriod(before));
      previousCycle = before.previousCycle;
    }
    return periods;
  };

  const partsOf = async (caller: Caller, id: string, { type, start, end }: BillAnswer) => {
    const { parts, rest, fixed } = await apportionment.read(caller, id, {
      type,
      start: civilDate(start),
      end: civilDate(end),
      by: 'meters',
    });
    const isDivided = parts.length > 1 || (parts.length === 1 && rest.unmeasured > 0);
    return { parts, rest, fixed, isDivided };
  };

  /** Throws NotAllowed for a client user who sees only some of the meters. */
  return async (caller: Caller, requested: Requested, notify: ReportProgress): Promise<GatheredReport> => {
    requirePermission(caller, 'see-bills');
    const { id, type, period, day } = requested;
    const cycle = await bills.begin(caller, id, { type, start: day });
    const today = civilDateAt(clock(), cycle.establishment.zone);
    const week = period === 'week' ? weekOf(day ?? today) : null;
    const started =
      week === null ? cycle : await bills.begin(caller, id, { type, start: week.first, end: week.last });
    const madeBill = await started.makeByDay();
    const { bill } = madeBill;
    await notify(1, 3);
    const periods = await periodsUntil(caller, requested, bill);
    await notify(2, 3);
    const apportioned = await partsOf(caller, id, bill);
    const days = week ?? { first: bill.cycle.start, last: bill.cycle.end };
    const isOpen = days.last >= today;
    const { name, fantasyName } = started.establishment;
    const last = periods.at(-2) ?? null;
    const before = last !== null && isMeasuredAs(started.establishment, bill, last) ? last : null;
    const changes =
      isOpen || before === null
        ? null
        : await billChanges.read(caller, id, {
            type,
            start: civilDate(bill.start),
            end: civilDate(bill.end),
          });
    const elapsedDays = elapsedDaysOf(started.establishment, bill);
    const read = {
      ...madeBill,
      elapsedDays,
      subject: fantasyName ?? name,
      period,
      isOpen,
      periods,
      before,
      changeSentence: changes?.sentence ?? null,
      apportioned,
    };
    return {
      body: bodyOf(read),
      facts: factsOf(read),
      fileName: fileNameOf(read),
      ...days,
      isOpen,
      installations: apportioned.parts.flatMap(({ id: part }) => (part === null ? [] : [Number(part)])),
      boards: bill.meters.map(({ mac }) => ({ establishmentId: id, mac })),
    };
  };
};
