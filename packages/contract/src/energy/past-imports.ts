import { COLUMN_SEPARATORS } from '@nascente/domain/base/sheet/separator-hint';
import { parseZone } from '@nascente/domain/base/time/zone';
import {
  PAST_DECIMALS,
  PAST_ENCODINGS,
  PAST_HOURS,
  PAST_LAYOUTS,
  PAST_LONG_ROWS,
  PAST_PERIODS,
  PAST_PHASES,
  PAST_QUANTITIES,
  PAST_QUESTIONS,
  PAST_REPEATS,
  PAST_ROLLOVERS,
  PAST_STATED_PERIODS,
  PAST_TIMES,
  PAST_UNITS,
} from '@nascente/domain/energy/past-imports/file-reading';
import { ROW_REFUSALS } from '@nascente/domain/energy/past-imports/row-amounts';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const MAX_BYTES = 100 * 1024 * 1024;
const MAX_HEADER_LINE = 1_000;
const MAX_VALUES = 60;
const MAX_INTERVAL_MINUTES = 44_640;
const column = z.int().check(z.gte(0), z.lte(199));
const TEXTS = {
  zone: 'Fuso horário desconhecido.',
  interval: 'O intervalo deve ter de 1 minuto a 31 dias.',
} as const;

const optionalColumn = z.nullable(column);
const quantity = z.enum(PAST_QUANTITIES);
const cellText = z.string().check(z.maxLength(200));

/** The mapping of a file, as detected or as changed by the user. Columns are numbered from 0. */
export const fileReading = z.strictObject({
  encoding: z.enum(PAST_ENCODINGS),
  sheet: described('Sheet of a workbook.', z.nullable(cellText)),
  separator: z.enum(COLUMN_SEPARATORS),
  decimal: described(
    'Decimal mark; `either`: both marks occur, in different rows or columns.',
    z.enum(PAST_DECIMALS),
  ),
  cutNumbers: described(
    'Columns of a joined table with an unquoted separator in their numbers, and the number of columns of a joined row. `null`: not decided; without columns: none.',
    z._default(
      z.nullable(
        z.strictObject({
          columns: z.array(column).check(z.maxLength(200)),
          width: z.int().check(z.gte(0), z.lte(200)),
        }),
      ),
      null,
    ),
  ),
  headerLine: described(
    'Number of the header line, from 1; 0 without one.',
    z.int().check(z.gte(0), z.lte(MAX_HEADER_LINE)),
  ),
  layout: described(
    'Layout: one row an interval, one row a day, one column an instant, NEM12 records, a date before its rows, year, month and day in columns, or several tables below each other. Columns refer to a table with one interval a row.',
    z.enum(PAST_LAYOUTS),
  ),
  timeColumn: described(
    'Column with the instant, or with the date if the time of day has its own column; `null` if none was recognised.',
    optionalColumn,
  ),
  clockColumn: described('Column with the time of day; `null` without a separate one.', optionalColumn),
  endColumn: described('Column with the end of the interval; `null` without one.', optionalColumn),
  endClockColumn: described(
    'Column with the time of day of the end; `null` without a separate one.',
    optionalColumn,
  ),
  time: described(
    '`changing`: the order changes within the file; an ambiguous date is the one closest to the date before.',
    z.enum(PAST_TIMES),
  ),
  year: described(
    'Year of the first row, if dates have no year.',
    z._default(z.nullable(z.int().check(z.gte(2000), z.lte(2059))), null),
  ),
  firstDay: described(
    'Day of the first row, if the order of dates changes.',
    z._default(z.nullable(z.string().check(z.regex(/^20[0-5]\d-\d\d-\d\d$/))), null),
  ),
  hours: described(
    'Content of the clock column: a time of day, the number of the interval in its day, or hour and minute as one number.',
    z.enum(PAST_HOURS),
  ),
  zone: described(
    'Zone of instants without an offset.',
    z.string().check(
      z.refine((text) => parseZone(text) !== null, TEXTS.zone),
      z.maxLength(60, TEXTS.zone),
    ),
  ),
  instant: described('Whether an instant is the start or the end of its interval.', z.enum(['start', 'end'])),
  lateMidnight: described('Whether a row of 0:00 has the date of the day that ends.', z.boolean()),
  intervalMinutes: described(
    'Length of the intervals in minutes. `longRows` decides about rows longer than one hour, because prices depend on the hour.',
    z.int(TEXTS.interval).check(z.gte(1, TEXTS.interval), z.lte(MAX_INTERVAL_MINUTES, TEXTS.interval)),
  ),
  values: described(
    'Columns of one quantity are added up.',
    z
      .array(
        z.strictObject({
          column,
          quantity,
          unit: z.enum(PAST_UNITS),
          factor: described(
            'Multiplier of the values, such as the meter constant; absent: 1.',
            z.optional(z.number().check(z.gt(0), z.lte(1_000_000_000_000))),
          ),
          isRegister: z.boolean(),
          restartsDaily: described(
            'Only for a register: it restarts at zero each midnight of the zone.',
            z.optional(z.boolean()),
          ),
          phase: described('`null`: all phases together.', z.nullable(z.enum(PAST_PHASES))),
          period: z.nullable(z.enum(PAST_PERIODS)),
        }),
      )
      .check(z.maxLength(MAX_VALUES)),
  ),
  estimatedColumn: described(
    'Column with the estimated share of each row in percent, as in exports; rows above 0 are imported as estimates. `null` without one.',
    z._default(optionalColumn, null),
  ),
  unitColumn: described('Column with the unit of each row.', optionalColumn),
  kinds: described(
    'Column with the quantity of each row: its texts; `null` for texts that are not imported.',
    z.nullable(
      z.strictObject({
        column,
        texts: described(
          'Texts of the column.',
          z
            .array(z.strictObject({ text: cellText, quantity: z.nullable(quantity) }))
            .check(z.maxLength(MAX_VALUES)),
        ),
      }),
    ),
  ),
  marks: described(
    'Column with the phase or the time-of-use period of each row: its texts. Rows with other texts are not imported.',
    z.nullable(
      z.strictObject({
        column,
        texts: described(
          'Texts of the column.',
          z
            .array(
              z.strictObject({
                text: cellText,
                phase: z.nullable(z.enum(PAST_PHASES)),
                period: z.nullable(z.enum(PAST_PERIODS)),
              }),
            )
            .check(z.maxLength(MAX_VALUES)),
        ),
      }),
    ),
  ),
  only: described(
    'For a file with several meters: text of the column that selects the rows.',
    z.nullable(z.strictObject({ column, text: cellText })),
  ),
  repeats: described(
    'The row that counts if several have the same instant; `ask`: the first one, until the user decides.',
    z.enum(PAST_REPEATS),
  ),
  longRows: described(
    'Rows longer than one hour: refused, or spread evenly over their time. Spread quarter-hours count in totals and not as demand; the completeness shows their share.',
    z.enum(PAST_LONG_ROWS),
  ),
  rollovers: described(
    'Meaning of a register that restarts near zero just below a power of ten: a rollover or a new register; `ask`: a new register, until the user decides.',
    z._default(z.enum(PAST_ROLLOVERS), 'ask'),
  ),
  statedPeriods: described(
    'Whether the tariff applies if the time-of-use periods of the file differ from its hours; a question until the user decides.',
    z.enum(PAST_STATED_PERIODS),
  ),
  pulse: described('Wh or litres per pulse.', z.nullable(z.number().check(z.gt(0), z.lte(1_000_000)))),
  open: described(
    'Open questions; an import with open questions is refused.',
    z.array(z.enum(PAST_QUESTIONS)).check(z.maxLength(PAST_QUESTIONS.length)),
  ),
});
export type FileReadingJson = z.output<typeof fileReading>;

/** kWh, kvarh and m³. */
const sums = z.object(
  Object.fromEntries(PAST_QUANTITIES.map((quantity) => [quantity, z.number()])) as Record<
    (typeof PAST_QUANTITIES)[number],
    z.ZodMiniNumber
  >,
);

/** The content of a file. */
export const importSummary = z.object({
  rows: described('Rows of this meter: imported rows and those of `refusals`.', z.int()),
  takenRows: z.int(),
  refusals: z.array(
    z.object({
      reason: z.enum(ROW_REFUSALS),
      msg: described('In Portuguese.', z.string()),
      rows: z.int(),
      lines: described('Numbers of the first such lines, from 1.', z.array(z.int())),
    }),
  ),
  ignored: described(
    'Lines without an interval, before and within the table, and rows of other meters. Every non-empty line of the file is in `takenRows`, in `refusals` or here.',
    z._default(
      z.array(
        z.object({
          reason: z.enum(['head', 'other', 'meter']),
          msg: described('In Portuguese.', z.string()),
          rows: z.int(),
        }),
      ),
      [],
    ),
  ),
  verdicts: described(
    'Steps of a counter that do not increase.',
    z.array(z.object({ verdict: z.string(), steps: z.int() })),
  ),
  start: z.nullable(answeredInstant),
  end: z.nullable(answeredInstant),
  intervalMinutes: described('Most frequent step between rows.', z.int()),
  highest: described(
    'Quarter-hour with the highest consumption: mean power in kW, or volume in m³; `null` if all are estimated.',
    z.nullable(z.object({ start: answeredInstant, demand: z.number() })),
  ),
  days: described(
    'Consumption or volume of each day with data, at most 800 days.',
    z.array(z.object({ date: z.string(), total: z.number() })),
  ),
  gaps: described(
    'Quarter-hours without data between the first and the last; the first intervals of them.',
    z.object({
      quarters: z.int(),
      intervals: z.array(z.object({ start: answeredInstant, end: answeredInstant })),
    }),
  ),
  total: described('Total of all rows, and the part that is not stored yet.', sums),
  added: sums,
  quarters: z.int(),
  addedQuarters: z.int(),
  estimatedQuarters: described('Quarter-hours in `addedQuarters` with spread longer rows.', z.int()),
  duplicates: described(
    'Existing quarter-hours, which stay; the first intervals of them.',
    z.object({
      quarters: z.int(),
      intervals: z.array(z.object({ start: answeredInstant, end: answeredInstant })),
    }),
  ),
});
export type PastImportSummary = z.output<typeof importSummary>;

const periodSums = z.object({
  peak: described('kWh.', z.number()),
  intermediate: described('kWh.', z.number()),
  offPeak: described('kWh.', z.number()),
});

export const importPreview = z.object({
  format: z.enum(['text', 'workbook', 'green-button']),
  sheets: described('Names of the sheets of a workbook.', z.array(z.string())),
  reading: fileReading,
  questions: described(
    'Questions that the file does not answer: the possible mappings, and the total of each.',
    z.array(
      z.object({
        about: described('The decision to make.', z.enum(PAST_QUESTIONS)),
        msg: described('In Portuguese.', z.string()),
        candidates: described(
          'Answers: the mapping to send back for each.',
          z.array(z.object({ label: z.string(), reading: fileReading, total: sums })),
        ),
      }),
    ),
  ),
  columns: described('Names or numbers of the columns, and the first rows as written.', z.array(z.string())),
  sample: z.array(z.array(z.string())),
  periods: described(
    'kWh by the time-of-use periods in the file, and by the hours of the tariff, which price them; `null` if the file has no time-of-use periods.',
    z.nullable(z.object({ file: periodSums, tariff: periodSums })),
  ),
  summary: importSummary,
});
export type ImportPreview = z.output<typeof importPreview>;

export const pastImport = z.object({
  id: z.int(),
  fileName: z.string(),
  by: described('`null` if the account was removed.', z.nullable(z.string())),
  date: answeredInstant,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'undone']),
  progress: described('Progress, 0 to 1.', z.number()),
  summary: z.nullable(importSummary),
  undone: z.nullable(z.object({ by: z.nullable(z.string()), date: answeredInstant })),
});
export type PastImport = z.output<typeof pastImport>;

export const listImports = defineCall({
  name: 'listImports',
  route: 'GET /board/:mac/imports',
  permission: 'see-readings',
  summary: 'Imports of past data of a meter, newest first, with their progress.',
  answer: { imports: z.array(pastImport) },
});

export const uploadPast = defineCall({
  name: 'uploadPast',
  route: 'POST /board/:mac/imports',
  permission: 'edit-meter',
  summary: 'Uploads a file of past data, detects its mapping, and returns its totals and open questions.',
  query: z.strictObject({ name: z._default(z.string().check(z.maxLength(200)), 'arquivo.csv') }),
  upload: {
    field: 'file',
    types: [
      'text/csv',
      'application/gzip',
      'text/xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    maxBytes: MAX_BYTES,
    texts: { missing: 'Escolha um arquivo.', tooLarge: 'O arquivo passa de 100 MB.' },
  },
  fails: ['conflict'],
  success: 201,
  answer: { import: pastImport, preview: importPreview },
});

export const previewImport = defineCall({
  name: 'previewImport',
  route: 'POST /board/:mac/imports/:id/preview',
  effect: 'reads',
  permission: 'edit-meter',
  summary: 'Totals of an uploaded file with another mapping.',
  body: z.strictObject({ reading: fileReading }),
  fails: ['conflict'],
  answer: { preview: importPreview },
});

export const startImport = defineCall({
  name: 'startImport',
  route: 'POST /board/:mac/imports/:id/start',
  permission: 'edit-meter',
  summary: 'Imports an uploaded file in the background; `listImports` returns the progress.',
  body: z.strictObject({ reading: fileReading }),
  fails: ['conflict'],
  answer: { import: pastImport },
});

export const undoImport = defineCall({
  name: 'undoImport',
  route: 'POST /board/:mac/imports/:id/undo',
  permission: 'edit-meter',
  summary: 'Removes exactly the data that an import has added; cancels an import that has not started.',
  fails: ['conflict'],
  answer: { import: z.nullable(pastImport) },
});
