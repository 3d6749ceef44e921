import type { Apportionment } from '@nascente/contract/money/apportionment';
import { csvNumber, csvQuoted, csvText } from '../../shared/api/save-file.ts';

const moneyText = (value: number | null): string => (value === null ? '' : csvNumber(value, 2));
/** Neutralizes spreadsheet formulas. */
const quoted = (text: string): string => csvQuoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

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
      csvNumber(part.total, 3),
      csvNumber(part.share * 100, 2),
      moneyText(part.energy),
      moneyText(part.amount),
    ]),
    [
      quoted('Restante'),
      quoted(''),
      csvNumber(rest.unmeasured, 3),
      csvNumber(rest.share * 100, 2),
      moneyText(rest.energy),
      moneyText(rest.amount),
    ],
    [quoted('Total'), quoted(''), csvNumber(complete, 3), '', '', moneyText(total)],
  ];
  return csvText(rows);
};
