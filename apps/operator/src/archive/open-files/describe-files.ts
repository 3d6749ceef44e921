import { LEFT_OUT_TEXT } from './left-out.ts';
import { type OpenColumn, wordsOf } from './open-column.ts';

export interface WrittenFile {
  readonly file: string;
  readonly columns: readonly OpenColumn[];
  readonly rows: number;
}

const HOW_TO_READ = `Each file is CSV (RFC 4180, UTF-8, a comma between fields, a point in numbers) packed by gzip, with the names of its columns in
the first line. An empty field is null, that is *not measured* or *not said*; \`""\` is an empty text. Instants are UTC and written as
\`2026-11-20T15:02:00.000000Z\`; days without a clock are those of the establishment, whose zone stands in \`establishment\`. Beside each
file lies the JSON Schema of its rows.

\`readings.csv.gz\` has every message of a board that is kept, also of days that the database keeps as one row, opened again bit for
bit. \`quarter_hours.csv.gz\` has what counts: every total, bill and chart is added up from it. Both name the installation: \`installation\`
says which board stands at which establishment, and from when to when.`;

const sectionOf = ({ file, columns, rows }: WrittenFile): string =>
  [
    `## ${file}`,
    '',
    `${rows.toLocaleString('en')} rows.`,
    '',
    '| column | type | what it is |',
    '| --- | --- | --- |',
    ...columns.map((column) => `| \`${column.name}\` | ${column.type} | ${wordsOf(column)} |`),
    '',
  ].join('\n');

/** The README of an export. */
export const describeFiles = (files: readonly WrittenFile[], at: Date): string =>
  [
    '# Export of Nascente',
    '',
    `All that was held at ${at.toISOString()}, as open files.`,
    '',
    HOW_TO_READ,
    '',
    LEFT_OUT_TEXT,
    '',
    ...files.map(sectionOf),
  ].join('\n');
