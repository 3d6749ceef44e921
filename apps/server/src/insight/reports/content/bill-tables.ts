import type { Apportionment } from '@nascente/contract/money/apportionment';
import type { BillAnswer } from '@nascente/contract/money/bills';
import type { Completeness } from '@nascente/domain/telemetry/intervals/totals';
import type { ReportRow, ReportTable } from './report-content.ts';
import { daysText, quantityCell, rowNote, unitOf } from './report-texts.ts';

const PRICE_DECIMALS = 5;
const QUANTITY_DECIMALS = 2;

const FOUR_COLUMNS = { first: 0.46, second: 0.2, third: 0.16, fourth: 0.18 } as const;

const fourColumns = (first: string, second: string, third: string, fourth: string) => [
  { label: first, share: FOUR_COLUMNS.first },
  { label: second, share: FOUR_COLUMNS.second, align: 'right' as const },
  { label: third, share: FOUR_COLUMNS.third, align: 'right' as const },
  { label: fourth, share: FOUR_COLUMNS.fourth, align: 'right' as const },
];

export interface PeriodTotals extends Completeness {
  readonly start: string;
  readonly end: string;
  /** kWh or m³. */
  readonly consumed: number;
  readonly total: number;
}

export const linesTable = (bill: BillAnswer): ReportTable => ({
  title: 'Fatura',
  heading: 'A fatura, linha a linha',
  columns: fourColumns('Linha', 'Quantidade', 'Preço (R$)', 'Valor'),
  rows: [
    ...bill.lines.map(
      ({ label, quantity, unit, price, amount, note }): ReportRow => ({
        cells: [
          label,
          { quantity, decimals: QUANTITY_DECIMALS, ...(unit === null ? {} : { unit }) },
          { quantity: price, decimals: PRICE_DECIMALS },
          { reais: amount },
        ],
        note,
      }),
    ),
    { cells: ['Total', '', '', { reais: bill.tariff === null ? null : bill.total }], isTotal: true },
  ],
});

export const daysTable = (
  bill: BillAnswer,
  days: readonly { readonly date: string; readonly total: number; readonly estimated?: number }[],
): ReportTable => ({
  title: 'Dias',
  heading: 'Consumo por dia',
  columns: [
    { label: 'Dia', share: 0.5 },
    { label: `Consumo (${unitOf(bill)})`, share: 0.5, align: 'right' },
  ],
  rows: days.map(({ date, total, estimated }) => ({
    cells: [{ day: date }, quantityCell(bill, total)],
    note: rowNote(null, estimated),
  })),
  isOnPaper: false,
});

export const partsTable = (
  bill: BillAnswer,
  { parts, rest, fixed }: Pick<Apportionment, 'parts' | 'rest' | 'fixed'>,
): ReportTable => ({
  title: 'Medidores',
  heading: 'Quem usou quanto',
  columns: fourColumns('Medidor', 'Consumo', 'Parte', 'Valor'),
  rows: [
    ...parts.map(
      ({ name, total, share, energy, estimated }): ReportRow => ({
        cells: [name, quantityCell(bill, total), { share }, { reais: energy }],
        note: rowNote(null, estimated),
      }),
    ),
    ...(rest.unmeasured > 0 || (rest.energy ?? 0) !== 0
      ? [
          {
            cells: [
              'Sem medidor próprio',
              quantityCell(bill, rest.unmeasured),
              { share: rest.share },
              { reais: rest.energy },
            ],
          },
        ]
      : []),
    ...(fixed === null || fixed === 0
      ? []
      : [{ cells: ['Linhas fixas, que não dependem do consumo', '', '', { reais: fixed }] }]),
    {
      cells: [
        'Total',
        quantityCell(
          bill,
          parts.reduce((sum, part) => sum + part.total, rest.unmeasured),
        ),
        '',
        { reais: bill.tariff === null ? null : bill.total },
      ],
      isTotal: true,
    },
  ],
});

/** @param periods - oldest first; the last one is the reported period */
export const periodsTable = (
  bill: BillAnswer,
  periods: readonly PeriodTotals[],
  text: { readonly title: string; readonly heading: string; readonly one: string },
): ReportTable => ({
  title: text.title,
  heading: text.heading,
  columns: fourColumns(text.one, 'Consumo', 'Medido', 'Valor'),
  rows: periods.toReversed().map(({ start, end, consumed, total, completeness, estimated }, index) => ({
    cells: [
      daysText({ start, end }),
      quantityCell(bill, consumed),
      { share: completeness, decimals: 0 },
      { reais: bill.tariff === null ? null : total },
    ],
    note: rowNote(null, estimated),
    isTotal: index === 0,
  })),
});
