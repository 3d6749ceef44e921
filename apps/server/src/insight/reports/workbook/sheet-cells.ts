import { sheetDay } from '../../../platform/files/workbook-parts.ts';
import { xmlText } from '../../../platform/files/xml-text.ts';
import type { Cell } from '../content/report-content.ts';
import { type StyleName, styleOf } from './workbook-styles.ts';

const BY_DECIMALS: Readonly<Record<number, StyleName>> = { 1: 'quantity', 2: 'fine', 5: 'price' };

export const textCell = (text: string, style: number): string =>
  text === ''
    ? `<c s="${style}"/>`
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const numberOf = (cell: Exclude<Cell, string>): number | null => {
  if ('day' in cell) return sheetDay(cell.day);
  if ('reais' in cell) return cell.reais;
  if ('share' in cell) return cell.share;
  return 'change' in cell ? cell.change : cell.quantity;
};

/** A figure as a number that a sheet goes on counting with; nothing where it is not known. */
export const valueCell = (cell: Cell, style: number): string => {
  if (typeof cell === 'string') return textCell(cell, style);
  const value = numberOf(cell);
  return value === null ? `<c s="${style}"/>` : `<c s="${style}"><v>${value}</v></c>`;
};

const styleNameOf = (cell: Exclude<Cell, string>): StyleName => {
  if ('day' in cell) return 'day';
  if ('reais' in cell) return 'reais';
  if ('share' in cell) return 'share';
  if ('change' in cell) return 'change';
  return BY_DECIMALS[cell.decimals] ?? 'fine';
};

/** A cell of a table. */
export const cellXml = (
  cell: Cell,
  { isTotal, textStyle = 'text' }: { readonly isTotal: boolean; readonly textStyle?: StyleName | undefined },
): string => valueCell(cell, styleOf(typeof cell === 'string' ? textStyle : styleNameOf(cell), isTotal));
