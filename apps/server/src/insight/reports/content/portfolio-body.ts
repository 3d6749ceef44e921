import type { ReportPeriod } from '@nascente/contract/insight/reports';
import type { BillAnswer } from '@nascente/contract/money/bills';
import type { Establishment } from '@nascente/contract/sites/establishments';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatReais } from '@nascente/domain/base/units/format';
import { meanShares } from '@nascente/domain/telemetry/intervals/totals';
import { inReais } from './charged-establishment.ts';
import { UTILITIES } from './period-bills.ts';
import type { ReportBody, ReportFigure, ReportRow, ReportTable } from './report-content.ts';
import type { PeriodDays } from './report-periods.ts';
import {
  comparedText,
  daysText,
  isSameText,
  moreDaysBefore,
  ONLY_AN_ESTIMATE,
  quantityCell,
  rowNote,
  STILL_OPEN,
} from './report-texts.ts';

export interface BilledEstablishment {
  readonly id: string;
  readonly name: string;
  readonly bill: BillAnswer;
  /** The previous bill; `null`: not measured. */
  readonly before: BillAnswer | null;
}

const changeOf = ({ bill, before }: BilledEstablishment): number | null =>
  before === null || before.total <= 0 || bill.tariff === null ? null : bill.total / before.total - 1;

/** A table of establishments, the most expensive first, each with its days, and a total row. */
const establishmentsTable = (
  type: 'eletric' | 'water',
  establishments: readonly BilledEstablishment[],
  usual: string,
): ReportTable => {
  const sumOf = (one: (establishment: BilledEstablishment) => number) =>
    establishments.reduce((sum, establishment) => sum + one(establishment), 0);
  const isPriced = establishments.some(({ bill }) => bill.tariff !== null);
  return {
    title: type === 'water' ? 'Água' : 'Energia',
    heading: type === 'water' ? 'Água, por estabelecimento' : 'Energia, por estabelecimento',
    columns: [
      { label: 'Estabelecimento', share: 0.36 },
      { label: 'Consumo', share: 0.19, align: 'right' },
      { label: 'Medido', share: 0.12, align: 'right' },
      { label: 'Mudança', share: 0.14, align: 'right' },
      { label: 'Valor', share: 0.19, align: 'right' },
    ],
    rows: [
      ...establishments
        .toSorted((one, other) => other.bill.total - one.bill.total)
        .map((establishment): ReportRow => {
          const { name, bill } = establishment;
          return {
            cells: [
              name,
              quantityCell(bill, bill.consumed.total),
              { share: bill.completeness, decimals: 0 },
              { change: changeOf(establishment) },
              { reais: bill.tariff === null ? null : bill.total },
            ],
            // Only for establishments with other days in their cycle than the report.
            note: rowNote(daysText(bill) === usual ? null : daysText(bill), bill.estimated),
          };
        }),
      {
        cells: [
          'Total',
          quantityCell(
            { type },
            sumOf(({ bill }) => bill.consumed.total),
          ),
          '',
          '',
          { reais: isPriced ? sumOf(({ bill }) => (bill.tariff === null ? 0 : bill.total)) : null },
        ],
        isTotal: true,
      },
    ],
  };
};

interface ReadPortfolio {
  readonly period: ReportPeriod;
  readonly days: PeriodDays;
  readonly today: CivilDate;
  readonly isOpen: boolean;
  readonly establishments: readonly Pick<Establishment, 'installations'>[];
  readonly billed: readonly BilledEstablishment[];
  readonly withoutCycle: number;
  readonly unseen: number;
}

export const ALL_ESTABLISHMENTS = 'Todos os estabelecimentos';

const MAX_BARS = 12;

const sumOf = <T>(all: readonly T[], one: (each: T) => number): number =>
  all.reduce((sum, each) => sum + one(each), 0);

const isPriced = ({ bill }: { readonly bill: BillAnswer }): boolean => bill.tariff !== null;

/** The sum in R$ of the priced bills, and the mean completeness of all bills. */
export const sumsOf = (billed: readonly BilledEstablishment[]) => {
  const priced = billed.filter(isPriced);
  return {
    total: priced.length === 0 ? null : inReais(sumOf(priced, ({ bill }) => bill.total)),
    shares: meanShares(billed.map(({ bill }) => bill)),
  };
};

/** Compares bills measured in both periods, and states how many. */
const comparedWithBefore = ({ billed, period, isOpen }: ReadPortfolio): string => {
  if (isOpen) return '';
  const alike = billed.flatMap(({ bill, before }) =>
    before === null || before.tariff === null || bill.tariff === null || !isSameText(bill, before)
      ? []
      : [{ bill, before }],
  );
  const [moreDays = 0, ...otherDays] = new Set(alike.map(({ bill, before }) => moreDaysBefore(bill, before)));
  const than = period === 'week' ? 'na semana anterior' : 'no ciclo anterior';
  const text = comparedText(
    sumOf(alike, ({ bill }) => bill.total),
    sumOf(alike, ({ before }) => before.total),
    otherDays.length === 0 ? than : `${than}, de outra duração`,
    otherDays.length === 0 ? moreDays : 0,
  );
  const priced = billed.filter(isPriced).length;
  return text === '' || alike.length === priced ? text : `${text}, em ${alike.length} de ${priced} faturas`;
};

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const figuresOf = (read: ReadPortfolio): ReportFigure[] => {
  const { billed, establishments, isOpen } = read;
  const { total, shares } = sumsOf(billed);
  const [consumed = '—', beside] = UTILITIES.flatMap((type) => {
    const ofType = billed.filter(({ bill }) => bill.type === type);
    return ofType.length === 0
      ? []
      : [
          quantityCell(
            { type },
            sumOf(ofType, ({ bill }) => bill.consumed.total),
          ),
        ];
  });
  const meters = sumOf(establishments, ({ installations }) => installations.length);
  return [
    {
      label: isOpen ? 'Valor até agora' : 'Valor do período',
      value: total === null ? '—' : { reais: total },
      note: comparedWithBefore(read),
    },
    { label: 'Consumo', value: consumed, ...(beside === undefined ? {} : { beside }), note: '' },
    {
      label: 'Medido',
      value: { share: shares.completeness },
      note: rowNote(
        `${counted(establishments.length, 'estabelecimento', 'estabelecimentos')} · ${counted(meters, 'medidor', 'medidores')}`,
        shares.estimated,
      ) as string,
    },
  ];
};

const assumptionsOf = ({ billed, isOpen, period, withoutCycle, unseen }: ReadPortfolio): string[] => {
  const incomplete = billed.filter(({ bill }) => bill.completeness + (bill.estimated ?? 0) < 1).length;
  const estimated = billed.filter(({ bill }) => bill.estimated !== undefined).length;
  const unpriced = billed.filter((establishment) => !isPriced(establishment)).length;
  return [
    ...(isOpen ? [STILL_OPEN] : []),
    period === 'week'
      ? 'De cada estabelecimento, a fatura destes dias.'
      : 'De cada estabelecimento conta o ciclo da fatura que terminou neste mês; um ciclo que ainda não terminou conta até agora.',
    ...(incomplete + estimated === 0 ? ['Todos os quartos de hora destes dias foram medidos.'] : []),
    ...(incomplete === 0
      ? []
      : [
          `Em ${incomplete} de ${billed.length} faturas faltam leituras: a coluna “Medido” diz quanto foi medido.`,
        ]),
    ...(estimated === 0
      ? []
      : [
          `Em ${estimated} de ${billed.length} faturas os totais incluem estimativas, importadas de linhas de mais de uma hora.`,
        ]),
    ...(withoutCycle === 0
      ? []
      : [`Ficaram de fora, porque nenhum ciclo terminou neste mês: ${withoutCycle}.`]),
    ...(unseen === 0 ? [] : [`Ficaram de fora, porque você acompanha só parte dos medidores: ${unseen}.`]),
    ...(unpriced === 0 ? [] : [`Sem tarifa, e por isso fora do valor: ${unpriced}.`]),
    ONLY_AN_ESTIMATE,
  ];
};

export const portfolioBody = (read: ReadPortfolio): ReportBody => {
  const { billed, days, today, isOpen, period } = read;
  const text = daysText({ start: days.first, end: isOpen ? today : days.last });
  const dearest = billed
    .filter(isPriced)
    .toSorted((one, other) => other.bill.total - one.bill.total)
    .slice(0, MAX_BARS);
  return {
    subject: ALL_ESTABLISHMENTS,
    title: `Relatório ${period === 'week' ? 'semanal' : 'mensal'} do portfólio`,
    days: text,
    figures: figuresOf(read),
    charts: [
      {
        kind: 'ranking',
        heading: 'Onde se gasta mais',
        bars: dearest.map(({ name, bill }) => ({
          name: bill.type === 'water' ? `${name}, água` : name,
          value: bill.total,
          text: formatReais(bill.total),
        })),
      },
    ],
    tables: UTILITIES.flatMap((type) => {
      const ofType = billed.filter(({ bill }) => bill.type === type);
      return ofType.length === 0 ? [] : [establishmentsTable(type, ofType, text)];
    }),
    assumptions: assumptionsOf(read),
  };
};
