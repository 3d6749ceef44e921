import type { BillAnswer } from '@nascente/contract/bills';
import type { ReportRow, ReportTable } from './report-content.ts';
import { daysText, quantityCell } from './report-words.ts';

/** An establishment with what it came to, of one utility. */
export interface BilledPlace {
  readonly id: string;
  readonly name: string;
  readonly bill: BillAnswer;
  /** The bill of the period before; null where nothing was measured then. */
  readonly before: BillAnswer | null;
}

const changeOf = ({ bill, before }: BilledPlace): number | null =>
  before === null || before.total <= 0 || bill.tariff === null ? null : bill.total / before.total - 1;

/** Establishments, the dearest first, each with its days, and all together. */
export const placesTable = (
  type: 'eletric' | 'water',
  places: readonly BilledPlace[],
  usual: string,
): ReportTable => {
  const sumOf = (one: (place: BilledPlace) => number) => places.reduce((sum, place) => sum + one(place), 0);
  const isPriced = places.some(({ bill }) => bill.tariff !== null);
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
      ...places
        .toSorted((one, other) => other.bill.total - one.bill.total)
        .map((place): ReportRow => {
          const { name, bill } = place;
          return {
            cells: [
              name,
              quantityCell(bill, bill.consumed.total),
              { share: bill.completeness, decimals: 0 },
              { change: changeOf(place) },
              { reais: bill.tariff === null ? null : bill.total },
            ],
            // Said of those alone whose cycle has other days than the report.
            note: daysText(bill) === usual ? null : daysText(bill),
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
