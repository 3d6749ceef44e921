const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const row = (cells: string, height?: number): string =>
  `<row${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>${cells}</row>`;

interface SheetParts {
  readonly widths: readonly number[];
  readonly rows: readonly string[];
  /** Rows at the top that stay while the rest is scrolled. */
  readonly frozen?: number;
  readonly hasPicture?: boolean;
}

/** On A4 all columns stand on one page, and rows on as many as they take. */
const ON_PAPER =
  '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>';

export const sheetXml = ({ widths, rows, frozen = 0, hasPicture = false }: SheetParts): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0" workbookViewId="0">\
${frozen === 0 ? '' : `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`}\
</sheetView></sheetViews>\
<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>\
<sheetData>${rows.join('')}</sheetData>${ON_PAPER}${hasPicture ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;
