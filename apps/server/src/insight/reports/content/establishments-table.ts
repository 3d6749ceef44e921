import type { BillAnswer } from '@nascente/contract/money/bills';
import type { ReportRow, ReportTable } from './report-content.ts';
import { daysText, quantityCell, rowNote } from './report-words.ts';

/** An establishment with what it came to, of one utility. */
export interface BilledEstablishment {
  readonly id: string;
  readonly name: string;
  readonly bill: BillAnswer;
  /** The bill of the period before; null where nothing was measured then. */
  readonly before: BillAnswer | null;
}

const changeOf = ({ bill, before }: BilledEstablishment): number | null =>
  before === null || before.total <= 0 || bill.tariff === null ? null : bill.total / before.total - 1;

/** Establishments, the dearest first, each with its days, and all together. */
export const establishmentsTable = (
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
            // Said of those alone whose cycle has other days than the report.
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
