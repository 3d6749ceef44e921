import { xmlText } from '../../../platform/files/xml-text.ts';
import { BRAND_LOOKS, SURFACES } from '../../../platform/mail/brand-look.ts';
import type { Cell, ReportContent } from '../content/report-content.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Styles in the order of the sheet, and again in bold for totals. */
const STYLE_NAMES = [
  'text',
  'text-right',
  'note',
  'quantity',
  'fine',
  'price',
  'reais',
  'day',
  'share',
  'change',
] as const;
export type StyleName = (typeof STYLE_NAMES)[number];

const FORMATS: Readonly<Record<StyleName, string>> = {
  text: 'General',
  'text-right': 'General',
  note: 'General',
  quantity: '#,##0.0',
  fine: '#,##0.00',
  price: '#,##0.00000',
  reais: '"R$"\\ #,##0.00',
  day: 'dd/mm/yyyy',
  share: '0.0%',
  change: '+0.0%;-0.0%;0.0%',
};
const ALIGNMENTS: Partial<Record<StyleName, string>> = {
  text: 'vertical="top" wrapText="1"',
  'text-right': 'horizontal="right" vertical="top" wrapText="1"',
  note: 'horizontal="left" vertical="top" wrapText="1" indent="1"',
  day: 'horizontal="left" vertical="top"',
};
const FIRST_FORMAT = 164;
const FIRST_FIGURE_FORMAT = FIRST_FORMAT + STYLE_NAMES.length;

const figureFormat = (cell: Cell): string => {
  if (typeof cell === 'string') return FORMATS.text;
  if ('reais' in cell) return FORMATS.reais;
  if ('share' in cell) return FORMATS.share;
  if ('change' in cell) return FORMATS.change;
  if ('day' in cell) return FORMATS.day;
  const { decimals, unit } = cell;
  const digits = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
  return unit === undefined ? digits : `${digits}"\u00a0${unit}"`;
};

const BOLD_FROM = STYLE_NAMES.length;
const OTHERS_FROM = 2 * BOLD_FROM;
export const TITLE = OTHERS_FROM;
export const MUTED_TEXT = OTHERS_FROM + 1;
export const HEAD = OTHERS_FROM + 2;
export const HEAD_RIGHT = OTHERS_FROM + 3;
export const SENTENCE = OTHERS_FROM + 4;
export const HEADING = OTHERS_FROM + 5;
export const BRAND = OTHERS_FROM + 6;
export const HEAD_NOTE = OTHERS_FROM + 7;
const FIGURES_FROM = OTHERS_FROM + 8;

export const figureStyleOf = (index: number): number => FIGURES_FROM + index;

export const styleOf = (name: StyleName, isTotal: boolean): number =>
  STYLE_NAMES.indexOf(name) + (isTotal ? BOLD_FROM : 0);

const argb = (color: string): string => `FF${color.slice(1).toUpperCase()}`;

const font = (size: number, color: string, isBold = false): string =>
  `<font>${isBold ? '<b/>' : ''}<sz val="${size}"/><color rgb="${argb(color)}"/><name val="Calibri"/></font>`;

const xf = (of: {
  format?: number;
  font?: number;
  fill?: number;
  border?: number;
  alignment?: string;
}): string =>
  `<xf numFmtId="${of.format ?? 0}" fontId="${of.font ?? 0}" fillId="${of.fill ?? 0}" borderId="${of.border ?? 0}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${of.alignment === undefined ? '/>' : ` applyAlignment="1"><alignment ${of.alignment}/></xf>`}`;

const list = (name: string, entries: readonly string[]): string =>
  `<${name} count="${entries.length}">${entries.join('')}</${name}>`;

/** The style sheet in the brand's colours. @param figures - of the summary, in order */
export const styleSheet = ({ brand }: Pick<ReportContent, 'brand'>, figures: readonly Cell[]): string => {
  const look = BRAND_LOOKS[brand];
  const line = `<color rgb="${argb(SURFACES.line)}"/>`;
  const cell = (name: StyleName, bold: boolean): string =>
    xf({
      format: FIRST_FORMAT + STYLE_NAMES.indexOf(name),
      font: bold ? 1 : 0,
      border: bold ? 2 : 1,
      alignment: ALIGNMENTS[name] ?? 'vertical="top"',
    });
  const formats = [...STYLE_NAMES.map((name) => FORMATS[name]), ...figures.map(figureFormat)];
  return `<styleSheet xmlns="${MAIN}">${list(
    'numFmts',
    formats.map(
      (format, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${xmlText(format)}"/>`,
    ),
  )}${list('fonts', [
    font(11, SURFACES.ink),
    font(11, SURFACES.ink, true),
    font(18, SURFACES.ink, true),
    font(11, SURFACES.muted),
    font(11, look.onPrimary, true),
    font(13, SURFACES.ink, true),
    font(10, look.primary, true),
  ])}${list('fills', [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    `<fill><patternFill patternType="solid"><fgColor rgb="${argb(look.primary)}"/></patternFill></fill>`,
  ])}${list('borders', [
    '<border><left/><right/><top/><bottom/><diagonal/></border>',
    `<border><left/><right/><top/><bottom style="thin">${line}</bottom><diagonal/></border>`,
    `<border><left/><right/><top style="thin"><color rgb="${argb(look.primary)}"/></top><bottom/><diagonal/></border>`,
  ])}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${list(
    'cellXfs',
    [
      ...STYLE_NAMES.map((name) => cell(name, false)),
      ...STYLE_NAMES.map((name) => cell(name, true)),
      xf({ font: 2 }),
      xf({ font: 3 }),
      xf({ font: 4, fill: 2, alignment: 'vertical="center"' }),
      xf({ font: 4, fill: 2, alignment: 'horizontal="right" vertical="center"' }),
      xf({ font: 3, alignment: 'vertical="top" wrapText="1"' }),
      xf({ font: 5 }),
      xf({ font: 6 }),
      xf({ font: 4, fill: 2, alignment: 'horizontal="left" vertical="center" indent="1"' }),
      ...figures.map((_, index) =>
        xf({ format: FIRST_FIGURE_FORMAT + index, font: 5, alignment: 'horizontal="left"' }),
      ),
    ],
  )}</styleSheet>`;
};
