import type { Apportionment } from '@nascente/contract/money/apportionment';

const BOM = '\uFEFF';
const LINE = '\r\n';

const numberText = (value: number, decimals: number): string => value.toFixed(decimals).replace('.', ',');
const moneyText = (value: number | null): string => (value === null ? '' : numberText(value, 2));
/** Neutralizes spreadsheet formulas. */
const plain = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quoted = (text: string): string => `"${plain(text).replaceAll('"', '""')}"`;

/** CSV for Brazilian spreadsheets: `;`, decimal comma, UTF-8 with BOM. */
export const apportionmentCsv = ({ type, parts, rest, total }: Apportionment): string => {
  const complete = parts.reduce((sum, part) => sum + part.total, rest.unmeasured);
  const rows = [
    [
      'Nome',
      'MAC',
      `Consumo (${type === 'water' ? 'm³' : 'kWh'})`,
      'Parte (%)',
      'Energia (R$)',
      'Valor (R$)',
    ].map(quoted),
    ...parts.map((part) => [
      quoted(part.name),
      quoted(part.macAddress ?? ''),
      numberText(part.total, 3),
      numberText(part.share * 100, 2),
      moneyText(part.energy),
      moneyText(part.amount),
    ]),
    [
      quoted('Restante'),
      quoted(''),
      numberText(rest.unmeasured, 3),
      numberText(rest.share * 100, 2),
      moneyText(rest.energy),
      moneyText(rest.amount),
    ],
    [quoted('Total'), quoted(''), numberText(complete, 3), '', '', moneyText(total)],
  ];
  return BOM + rows.map((row) => row.join(';') + LINE).join('');
};
