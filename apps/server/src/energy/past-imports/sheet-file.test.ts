import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { InvalidInput, TooLarge } from '../../platform/errors.ts';
import { zipOf } from '../../testing/fixtures/zip-of.ts';
import { openSheet } from './sheet-file.ts';
import { columnOf, dateStyleOf, dateText } from './workbook-rows.ts';

const bytesOf = (content: Buffer | string) =>
  async function* () {
    const bytes = Buffer.from(content);
    for (let from = 0; from < bytes.length; from += 5) yield bytes.subarray(from, from + 5);
  };
const wholly = (content: Buffer) =>
  async function* () {
    yield content;
  };
const rowsOf = async (file: Awaited<ReturnType<typeof openSheet>>) => {
  const rows: (readonly string[])[] = [];
  for await (const portion of file.rows()) rows.push(...portion.map(({ cells }) => cells));
  return rows;
};
const RELS = 'xl/_rels/workbook.xml.rels';
const workbook = (sheet: string, more: Readonly<Record<string, string>> = {}) =>
  zipOf({
    [RELS]:
      '<Relationships><Relationship Id="a" Target="worksheets/one.xml"/><Relationship Id="b" Target="/xl/two.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><workbookPr date1904="true"/><sheets><sheet name="Um" r:id="a"/><sheet name="Dois" r:id="b"/></sheets></workbook>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': '<sst><si><t>Da</t><r><t>ta</t></r></si></sst>',
    'xl/worksheets/one.xml': sheet,
    'xl/two.xml':
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>outra</t></is></c></row></sheetData></worksheet>',
    ...more,
  });
const SHEET =
  '<worksheet><sheetData><row r="2"><c r="B2" t="s"><v>0</v></c><c t="str"><v> x </v></c></row><row><c r="A3" s="1"><v>44258</v></c><c r="D3"><v>1.5</v></c></row></sheetData></worksheet>';
const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('a text file', () => {
  const ROWS = [
    ['Início', 'kWh'],
    ['04/03/2025 00:00', '1,5'],
    ['04/03/2025 00:15', '2'],
  ];
  const text = ROWS.map((cells) => cells.join(';')).join('\n');
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.from(`\uFEFF${text}`)],
    ['UTF-8', gzipSync(text)],
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['UTF-16LE', utf16(text, false)],
    ['UTF-16LE', Buffer.from('a;b', 'utf16le')],
    ['UTF-16BE', utf16(text, true)],
  ] as const)('reads a text in %s, in any chunks of bytes', async (encoding, content) => {
    const file = await openSheet(bytesOf(content), null);
    const rows = await rowsOf(file);
    expect(file).toMatchObject({ format: 'text', encoding, separator: ';' });
    expect(rows).toEqual(content.length < 10 ? [['a', 'b']] : ROWS);
  });
  it.each(['\r\n', '\r', '\n'])('reads the lines of a text with the line end %j', async (end) => {
    const file = await openSheet(wholly(Buffer.from(text.replaceAll('\n', end))), null);
    expect(await rowsOf(file)).toEqual(ROWS);
  });
  it('reads a text with the chosen encoding and separator', async () => {
    const choice = { encoding: 'Latin-1', separator: ',', sheet: null } as const;
    const [first] = await rowsOf(await openSheet(bytesOf('Início,b;c'), choice));
    expect(first).toEqual(['InÃ­cio', 'b;c']);
  });
});

describe('an imported workbook', () => {
  it('reads the texts, dates and numbers of the sheets', async () => {
    const content = await workbook(SHEET);
    const file = await openSheet(wholly(content), null);
    expect(file).toMatchObject({ format: 'workbook', sheets: ['Um', 'Dois'], sheet: 'Um' });
    expect(await rowsOf(file)).toEqual([
      ['', 'Data', 'x'],
      ['2025-03-04', '', '', '1.5'],
    ]);
    const choice = { encoding: 'UTF-8', separator: ',', sheet: 'Dois' } as const;
    expect(await rowsOf(await openSheet(wholly(content), choice))).toEqual([['outra']]);
  });
  it('refuses a damaged workbook, one without a sheet, and one with entities', async () => {
    const total = await workbook(SHEET);
    const none = await workbook(SHEET, { 'xl/workbook.xml': '<workbook/>' });
    for (const content of [Buffer.from('PK\u0003\u0004nothing'), total.subarray(0, total.length - 40), none])
      await expect(openSheet(wholly(content), null)).rejects.toThrow(InvalidInput);
    const entities = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>';
    const file = await openSheet(wholly(await workbook(entities)), null);
    await expect(rowsOf(file)).rejects.toThrow('O arquivo XML está danificado.');
  });
  it('refuses a workbook that unpacks above the limit', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(70_000)}</row>`;
    const content = await workbook(`<worksheet>${row.repeat(200)}</worksheet>`);
    expect(content.length).toBeLessThan(2_000_000);
    const file = await openSheet(wholly(content), null);
    await expect(rowsOf(file)).rejects.toThrow(TooLarge);
  }, 120_000);
});

test.each([
  [45_720.5, 'time', false, '2025-03-04 12:00:00'],
  [45_720, 'date', false, '2025-03-04'],
  [45_720, 'time', false, '2025-03-04 00:00:00'],
  [44_258, 'date', true, '2025-03-04'],
  [0.25, 'time', false, '06:00:00'],
  [1, 'time', false, '24:00:00'],
  [5, 'time', false, '5'],
  [-1, 'time', false, '-1'],
] as const)('formats the number %d as %s (1904: %s) as %s', (days, style, is1904, text) => {
  expect(dateText(days, style, is1904)).toBe(text);
});
test.each([
  [14, undefined, 'date'],
  [22, undefined, 'time'],
  [2, undefined, null],
  [164, 'dd/mm/yy', 'date'],
  [164, 'hh:mm:ss\\ AM/PM', 'time'],
  [164, '[h]:mm', 'time'],
  [164, '[Red]0.00" days"', null],
  [164, 'General', null],
] as const)('number format %d %s shows %s', (id, code, style) => {
  expect(dateStyleOf(id, code)).toBe(style);
});
test('counts the columns of references from zero', () => {
  expect(['A1', 'Z9', 'AA10', '1'].map(columnOf)).toEqual([0, 25, 26, -1]);
});

test('refuses as damaged a workbook that misstates the size of a sheet', async () => {
  const file = await workbook(SHEET);
  const name = Buffer.from('xl/worksheets/one.xml');
  const directory = file.lastIndexOf(name) - 46;
  file.writeUInt32LE(file.readUInt32LE(directory + 24) - 1, directory + 24);
  await expect(openSheet(wholly(file), null).then(rowsOf)).rejects.toThrow(InvalidInput);
});

test('refuses a workbook with endless nesting', async () => {
  const file = await workbook(`<worksheet>${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}</worksheet>`);
  await expect(openSheet(wholly(file), null).then(rowsOf)).rejects.toThrow(InvalidInput);
});

test('refuses a workbook whose element has thousands of attributes', async () => {
  const attributes = Array.from({ length: 1_000 }, (_, index) => `a${index}="1"`).join(' ');
  const file = await workbook(`<worksheet><sheetData><row ${attributes}/></sheetData></worksheet>`);
  await expect(openSheet(wholly(file), null).then(rowsOf)).rejects.toThrow(InvalidInput);
});

describe('Green Button data', () => {
  const entry = (self: string, related: string, content: string): string =>
    `<entry><link rel="self" href="${self}"/><link rel="related" href="${related}"/><content>${content}</content></entry>`;
  const type = (direction: number, power: number, unit: number): string =>
    `<ReadingType><flowDirection>${direction}</flowDirection><powerOfTenMultiplier>${power}</powerOfTenMultiplier><uom>${unit}</uom></ReadingType>`;
  const block = (start: number, value: number): string =>
    `<IntervalBlock><IntervalReading><timePeriod><duration>900</duration><start>${start}</start></timePeriod><value>${value}</value></IntervalReading></IntervalBlock>`;
  it('reads an entry with thousands of links and readings in time', async () => {
    const links = '<link rel="related" href="/a"/>'.repeat(20_000);
    const reading =
      '<IntervalReading><timePeriod><duration>900</duration><start>1741057200</start></timePeriod><value>7</value></IntervalReading>';
    const feed = `<feed><entry>${links}<content><IntervalBlock>${reading.repeat(20_000)}</IntervalBlock></content></entry></feed>`;
    const beganAt = performance.now();
    expect(await rowsOf(await openSheet(wholly(Buffer.from(feed)), null))).toHaveLength(20_001);
    expect(performance.now() - beganAt).toBeLessThan(10_000);
  });

  it('reads units, directions and points through links in any order', async () => {
    const feed = `<?xml version="1.0"?><ns:feed xmlns:ns="a">${[
      entry('/UsagePoint/1/MeterReading/1', '/ReadingType/1', ''),
      entry('/UsagePoint/2/MeterReading/2', '/ReadingType/2', ''),
      entry('/UsagePoint/1/MeterReading/1/IntervalBlock/1', '', block(1_741_057_200, 7)),
      entry('/UsagePoint/2/MeterReading/2/IntervalBlock/1', '', block(1_741_057_200, 8)),
      entry('/UsagePoint/2/MeterReading/2/IntervalBlock/2', '', block(-5, 9)),
      entry('/ReadingType/1', '', type(1, 3, 72)),
      entry('/ReadingType/2', '', type(3, -1, 73)),
    ].join('')}</ns:feed>`;
    const file = await openSheet(bytesOf(feed), null);
    expect(file.format).toBe('green-button');
    const [, ...rows] = await rowsOf(file);
    const instants = ['2025-03-04T03:00:00.000Z', '2025-03-04T03:15:00.000Z'];
    expect(rows).toEqual([
      ['1', 'importada', ...instants, '7000', 'Wh'],
      ['2', 'reativa capacitiva', ...instants, '0.8', 'varh'],
      ['2', 'reativa capacitiva', '', '', '0.9', 'varh'],
    ]);
  });
  it('reads registers by their declared type, and interval amounts otherwise', async () => {
    const nameBy = async (...behaviours: string[]) => {
      const parts = behaviours.flatMap((behaviour, number) => [
        entry(`/UsagePoint/1/MeterReading/${number}`, `/ReadingType/${number}`, ''),
        entry(
          `/ReadingType/${number}`,
          '',
          `<ReadingType>${behaviour && `<accumulationBehaviour>${behaviour}</accumulationBehaviour>`}<uom>72</uom></ReadingType>`,
        ),
        entry(`/UsagePoint/1/MeterReading/${number}/IntervalBlock/1`, '', block(1_741_057_200, 7)),
      ]);
      const [header] = await rowsOf(await openSheet(bytesOf(`<feed>${parts.join('')}</feed>`), null));
      return header?.[4];
    };
    expect(await nameBy('')).toBe('Valor no intervalo');
    expect(await nameBy('4')).toBe('Valor no intervalo');
    expect(await nameBy('3')).toBe('Leitura');
    expect(await nameBy('1')).toBe('Leitura');
    expect(await nameBy('4', '3')).toBe('Valor');
  });
  it('refuses Green Button data with entities or malformed XML', async () => {
    for (const text of [
      '<?xml version="1.0"?><!DOCTYPE a><feed/>',
      '<feed><entry></feed>',
      '<feed>&nbsp;</feed>',
      `<feed>${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}</feed>`,
    ])
      await expect(openSheet(bytesOf(text), null).then(rowsOf)).rejects.toThrow(InvalidInput);
  });
});
