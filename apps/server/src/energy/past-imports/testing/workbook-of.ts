import { type ZipEntry, zipStream } from '../../../platform/files/zip-stream.ts';

/** A text, a number, or a number that is shown as a date. */
type Cell = string | number | { readonly serial: number };

const cellXml = (cell: Cell): string => {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c s="1"><v>${cell.serial}</v></c>`;
  return `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
};
const sheetXml = (rows: readonly (readonly Cell[])[]): string =>
  `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('')}</sheetData></worksheet>`;

/** Writes sheets as a workbook. */
export async function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => `<Relationship Id="r${index}" Target="worksheets/s${index}.xml"/>`).join('')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name, index) => `<sheet name="${name}" r:id="r${index}"/>`).join('')}</sheets></workbook>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [`xl/worksheets/s${index}.xml`, sheetXml(rows)]),
    ),
  };
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, text] of Object.entries(files))
      yield {
        name,
        content: (async function* () {
          yield text;
        })(),
      };
  }
  const parts: Buffer[] = [];
  for await (const part of zipStream(entries())) parts.push(part);
  return Buffer.concat(parts);
}
