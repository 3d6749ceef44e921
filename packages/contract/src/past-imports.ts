import {
  LONGEST_INTERVAL_MINUTES,
  PAST_QUANTITIES,
  PAST_TIMES,
  PAST_UNITS,
} from '@nascente/domain/past/file-reading';
import { ROW_REFUSALS } from '@nascente/domain/past/past-quarters';
import { parseZone } from '@nascente/domain/time/zone';
import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { answeredInstant, mac, ok } from './conventions.ts';
import { described } from './described.ts';

const MOST_BYTES = 100 * 1024 * 1024;
const column = z.int().check(z.gte(0), z.lte(199));
const WORDS = {
  zone: 'Fuso horário desconhecido.',
  interval: 'O intervalo deve ter de 1 a 60 minutos.',
  values: 'Escolha ao menos uma coluna de valores.',
  twice: 'Cada grandeza pode vir de uma coluna só.',
} as const;

/** How a file is read: as it was detected, or as a person says. Columns are counted from 0. */
export const fileReading = z.strictObject({
  separator: z.enum([';', ',', '\t']),
  decimal: z.enum([',', '.']),
  hasHeader: z.boolean(),
  timeColumn: column,
  clockColumn: described('Where date and time of day are in columns of their own.', z.nullable(column)),
  time: z.enum(PAST_TIMES),
  zone: described(
    'Of instants that are written without one.',
    z.string().check(
      z.refine((text) => parseZone(text) !== null, WORDS.zone),
      z.maxLength(60, WORDS.zone),
    ),
  ),
  instant: described(
    'Whether an instant is where its interval starts or where it ends.',
    z.enum(['start', 'end']),
  ),
  lateMidnight: described('A row of 0:00 still carries the day that it ends.', z.boolean()),
  intervalMinutes: z
    .int(WORDS.interval)
    .check(z.gte(1, WORDS.interval), z.lte(LONGEST_INTERVAL_MINUTES, WORDS.interval)),
  isCounter: z.boolean(),
  values: z
    .array(z.strictObject({ column, quantity: z.enum(PAST_QUANTITIES), unit: z.enum(PAST_UNITS) }))
    .check(
      z.minLength(1, WORDS.values),
      z.refine(
        (values) => new Set(values.map(({ quantity }) => quantity)).size === values.length,
        WORDS.twice,
      ),
    ),
  only: described(
    'Of a file with several meters, the rows of which a column has this text.',
    z.nullable(z.strictObject({ column, text: z.string().check(z.maxLength(100)) })),
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

/** What a file comes to. */
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
  verdicts: described(
    'Steps of a counter that went another way than up.',
    z.array(z.object({ verdict: z.string(), steps: z.int() })),
  ),
  start: z.nullable(answeredInstant),
  end: z.nullable(answeredInstant),
  total: described('What all rows add up to, and what of it is not there yet.', sums),
  added: sums,
  quarters: z.int(),
  addedQuarters: z.int(),
  duplicates: described(
    'Quarter-hours that are there already: what exists stays. The first stretches of them.',
    z.object({
      quarters: z.int(),
      stretches: z.array(z.object({ start: answeredInstant, end: answeredInstant })),
    }),
  ),
});
export type PastImportSummary = z.output<typeof importSummary>;

export const importPreview = z.object({
  reading: fileReading,
  columns: described(
    'Names of the columns, or their numbers, and the first rows as they are written.',
    z.array(z.string()),
  ),
  sample: z.array(z.array(z.string())),
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
    'Takes a CSV of readings or quarter-hours, finds out how it is read, and says what it would come to.',
  params,
  query: z.strictObject({ name: z._default(z.string().check(z.maxLength(200)), 'arquivo.csv') }),
  upload: {
    field: 'file',
    types: ['text/csv', 'application/gzip'],
    mostBytes: MOST_BYTES,
    words: { missing: 'Escolha um arquivo CSV.', tooLarge: 'O arquivo passa de 100 MB.' },
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
