import type { Zone } from '@nascente/domain/base/time/zone';
import { csvText } from '../../platform/files/csv-text.ts';
import { type ExportTable, headOf } from './export-table.ts';
import { createInstantTexts } from './instant-texts.ts';

/** By it spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** CSV as spreadsheets in Brazil read it: `;`, decimal comma, CRLF. */
export async function* csvFile(table: ExportTable, zone: Zone): AsyncGenerator<string> {
  const texts = createInstantTexts(zone);
  yield `${BYTE_ORDER_MARK}${headOf(table, zone).map(csvText).join(';')}\r\n`;
  for await (const rows of table.pages) {
    let page = '';
    for (const { start, end, values } of rows) {
      const from = start === null ? '' : texts.local(start);
      const numbers = values.replaceAll(',', ';').replaceAll('.', ',');
      page += `${from};${texts.local(end)};${texts.utc(end)};${numbers}\r\n`;
    }
    yield page;
  }
}
