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
import { answeredInstant, mac, ok } from '../base/conventions.ts';
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

/** The mapping of a file, as it was detected or as a person says. Columns are counted from 0. */
export const fileReading = z.strictObject({
  encoding: z.enum(PAST_ENCODINGS),
  sheet: described('Of a workbook.', z.nullable(cellText)),
  separator: z.enum(COLUMN_SEPARATORS),
  decimal: described(
    'The decimal mark; `either`: both are decimal marks, in different rows or columns.',
    z.enum(PAST_DECIMALS),
  ),
  cutNumbers: described(
    'Columns of the joined table whose numbers hold an unquoted separator, and how many columns a joined row has. Null: nobody stated it; without columns: none.',
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
    'Number of the line that names the columns, from 1; 0 where none does.',
    z.int().check(z.gte(0), z.lte(MAX_HEADER_LINE)),
  ),
  layout: described(
    'A row an interval, a row a day, an instant a column, NEM12 records, a date once before its rows, year, month and day in columns, or several tables below each other: columns are those of a table of one interval a row.',
    z.enum(PAST_LAYOUTS),
  ),
  timeColumn: described('Null where no column was recognised.', optionalColumn),
  clockColumn: described('Where date and time of day are in columns of their own.', optionalColumn),
  endColumn: described('Where each row states the end of its interval, too.', optionalColumn),
  endClockColumn: described('Where the end has a time of day of its own.', optionalColumn),
  time: described(
    '`changing`: the order changes along the file; a date with two readings is the one closest to the date before.',
    z.enum(PAST_TIMES),
  ),
  year: described(
    'The year of the first row, where dates have none.',
    z._default(z.nullable(z.int().check(z.gte(2000), z.lte(2059))), null),
  ),
  firstDay: described(
    'Of dates whose order changes: the day of the first row.',
    z._default(z.nullable(z.string().check(z.regex(/^20[0-5]\d-\d\d-\d\d$/))), null),
  ),
  hours: described(
    'Whether the clock column holds a time of day, the number of the interval in its day, or hour and minute as one number.',
    z.enum(PAST_HOURS),
  ),
  zone: described(
    'Of instants that are written without one.',
    z.string().check(
      z.refine((text) => parseZone(text) !== null, TEXTS.zone),
      z.maxLength(60, TEXTS.zone),
    ),
  ),
  instant: described(
    'Whether an instant is where its interval starts or where it ends.',
    z.enum(['start', 'end']),
  ),
  lateMidnight: described('A row of 0:00 still carries the day that it ends.', z.boolean()),
  intervalMinutes: described(
    'Prices depend on the hour: `longRows` says what becomes of rows of more than an hour.',
    z.int(TEXTS.interval).check(z.gte(1, TEXTS.interval), z.lte(MAX_INTERVAL_MINUTES, TEXTS.interval)),
  ),
  values: described(
    'Columns of one quantity add up.',
    z
      .array(
        z.strictObject({
          column,
          quantity,
          unit: z.enum(PAST_UNITS),
          factor: described(
            'By which the values are multiplied, such as the constant of the meter; absent where they are as they are.',
            z.optional(z.number().check(z.gt(0), z.lte(1_000_000_000_000))),
          ),
          isRegister: z.boolean(),
          restartsDaily: described(
            'Of a register: it begins again from zero each midnight of the zone.',
            z.optional(z.boolean()),
          ),
          phase: described('Null: of all phases together.', z.nullable(z.enum(PAST_PHASES))),
          period: z.nullable(z.enum(PAST_PERIODS)),
        }),
      )
      .check(z.maxLength(MAX_VALUES)),
  ),
  estimatedColumn: described(
    'Where a column states how much of each row is estimated, in percent, as exports do; rows above 0 are imported as estimates. Null where none does.',
    z._default(optionalColumn, null),
  ),
  unitColumn: described('Where a column states the unit of each row.', optionalColumn),
  kinds: described(
    'Where a column states the quantity of each row: its texts, and null for those that are not taken.',
    z.nullable(
      z.strictObject({
        column,
        texts: described(
          'The texts of the column.',
          z
            .array(z.strictObject({ text: cellText, quantity: z.nullable(quantity) }))
            .check(z.maxLength(MAX_VALUES)),
        ),
      }),
    ),
  ),
  marks: described(
    'Where a column states the phase or the tariff period of each row: its texts. Rows with other texts are not taken.',
    z.nullable(
      z.strictObject({
        column,
        texts: described(
          'The texts of the column.',
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
    'Of a file with several meters, the rows of which a column has this text.',
    z.nullable(z.strictObject({ column, text: cellText })),
  ),
  repeats: described(
    'Which of several rows of one instant counts; `ask`: the first, until a person decides.',
    z.enum(PAST_REPEATS),
  ),
  longRows: described(
    'Rows of more than an hour: refused, or spread evenly over their time. Spread quarter-hours count in totals and never as demand; completeness says how many there are.',
    z.enum(PAST_LONG_ROWS),
  ),
  rollovers: described(
    'Whether a register that begins again near zero, close below a power of ten before, has rolled over, or is another one; `ask`: another one, until a person decides.',
    z._default(z.enum(PAST_ROLLOVERS), 'ask'),
  ),
  statedPeriods: described(
    'Where tariff periods of the file differ from the hours of the tariff: a question, until a person decides that the tariff applies.',
    z.enum(PAST_STATED_PERIODS),
  ),
  pulse: described('Wh or litres of a pulse.', z.nullable(z.number().check(z.gt(0), z.lte(1_000_000)))),
  open: described(
    'Questions without an answer: an import with such is refused.',
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
  rows: described('Rows of this meter: those taken, and those of `refusals`.', z.int()),
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
    'Lines that are no interval, before the table and in it, and rows of other meters. Every line of the file with anything in it is in `takenRows`, `refusals` or here.',
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
    'Steps of a counter that went another way than up.',
    z.array(z.object({ verdict: z.string(), steps: z.int() })),
  ),
  start: z.nullable(answeredInstant),
  end: z.nullable(answeredInstant),
  intervalMinutes: described('The step between rows that comes most often.', z.int()),
  highest: described(
    'The quarter-hour in which the most was consumed: its mean power in kW, or its volume in m³; null where all are estimated.',
    z.nullable(z.object({ start: answeredInstant, demand: z.number() })),
  ),
  days: described(
    'Consumption or volume of each day with data, the first 800.',
    z.array(z.object({ date: z.string(), total: z.number() })),
  ),
  gaps: described(
    'Quarter-hours between the first and the last of which the file has nothing. The first stretches of them.',
    z.object({
      quarters: z.int(),
      stretches: z.array(z.object({ start: answeredInstant, end: answeredInstant })),
    }),
  ),
  total: described('What all rows add up to, and what of it is not there yet.', sums),
  added: sums,
  quarters: z.int(),
  addedQuarters: z.int(),
  estimatedQuarters: described('Those of `addedQuarters` over which longer rows are spread.', z.int()),
  duplicates: described(
    'Quarter-hours that are there already: what exists stays. The first stretches of them.',
    z.object({
      quarters: z.int(),
      stretches: z.array(z.object({ start: answeredInstant, end: answeredInstant })),
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
    'What the file does not settle: the readings between which a person chooses, and what each comes to.',
    z.array(
      z.object({
        about: described('The decision.', z.enum(PAST_QUESTIONS)),
        msg: described('In Portuguese.', z.string()),
        candidates: described(
          'The answers: the mapping to send back with each.',
          z.array(z.object({ label: z.string(), reading: fileReading, total: sums })),
        ),
      }),
    ),
  ),
  columns: described(
    'Names of the columns, or their numbers, and the first rows as they are written.',
    z.array(z.string()),
  ),
  sample: z.array(z.array(z.string())),
  periods: described(
    'kWh by the tariff periods that the file states, and by the hours of the tariff at the same instants, which price them; null where the file states none.',
    z.nullable(z.object({ file: periodSums, tariff: periodSums })),
  ),
  summary: importSummary,
});
export type ImportPreview = z.output<typeof importPreview>;

export const pastImport = z.object({
  id: z.int(),
  fileName: z.string(),
  by: described('Null once the account was removed.', z.nullable(z.string())),
  date: answeredInstant,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'undone']),
  progress: described('Share of the work that is done, 0 to 1.', z.number()),
  summary: z.nullable(importSummary),
  undone: z.nullable(z.object({ by: z.nullable(z.string()), date: answeredInstant })),
});
export type PastImport = z.output<typeof pastImport>;

const params = z.object({ mac });
const oneOf = z.object({ mac, id: z.string() });
const common = { access: 'session', permission: 'edit-meter' } as const;

export const listImports = defineCall({
  name: 'listImports',
  method: 'GET',
  effect: 'reads',
  path: '/board/:mac/imports',
  access: 'session',
  permission: 'see-readings',
  summary: "Imports of a meter's past, newest first, with their progress.",
  params,
  success: 200,
  answer: z.object({ ok, imports: z.array(pastImport) }),
});

export const uploadPast = defineCall({
  name: 'uploadPast',
  method: 'POST',
  effect: 'changes',
  path: '/board/:mac/imports',
  ...common,
  summary:
    'Takes a file of past data, detects its mapping, and says what it would come to and what it does not settle.',
  params,
  query: z.strictObject({ name: z._default(z.string().check(z.maxLength(200)), 'arquivo.csv') }),
  upload: {
    field: 'file',
    types: [
      'text/csv',
      'application/gzip',
      'text/xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    mostBytes: MAX_BYTES,
    words: { missing: 'Escolha um arquivo.', tooLarge: 'O arquivo passa de 100 MB.' },
  },
  fails: ['conflict'],
  success: 201,
  answer: z.object({ ok, import: pastImport, preview: importPreview }),
});

export const previewImport = defineCall({
  name: 'previewImport',
  method: 'POST',
  effect: 'reads',
  path: '/board/:mac/imports/:id/preview',
  ...common,
  summary: 'What an uploaded file would come to if it were read in another way.',
  params: oneOf,
  body: z.strictObject({ reading: fileReading }),
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, preview: importPreview }),
});

export const startImport = defineCall({
  name: 'startImport',
  method: 'POST',
  effect: 'changes',
  path: '/board/:mac/imports/:id/start',
  ...common,
  summary: 'Imports an uploaded file in the background; `listImports` tells how far it is.',
  params: oneOf,
  body: z.strictObject({ reading: fileReading }),
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, import: pastImport }),
});

export const undoImport = defineCall({
  name: 'undoImport',
  method: 'POST',
  effect: 'changes',
  path: '/board/:mac/imports/:id/undo',
  ...common,
  summary: 'Takes away exactly what an import has added; one that has not begun is forgotten.',
  params: oneOf,
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, import: z.nullable(pastImport) }),
});
