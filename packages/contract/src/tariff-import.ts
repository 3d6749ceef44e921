import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { civilDate, ok } from './conventions.ts';

/** The whole file has about 85 MB; compressed by gzip, which is taken too, about 4. */
const MOST_BYTES = 400 * 1024 * 1024;

const refusal = z.object({
  reason: z.string(),
  /** In Portuguese. */
  msg: z.string(),
  rows: z.int(),
});

const counts = {
  tariffs: z.int(),
  newTariffs: z.int(),
  newVersions: z.int(),
  unchangedVersions: z.int(),
  /** Versions that are stored with other prices for the same day; the stored ones stay. */
  conflicts: z.int(),
};

const distributor = z.object({ key: z.string(), name: z.string(), cnpj: z.nullable(z.string()), ...counts });
export type ImportedDistributor = z.output<typeof distributor>;

const base = {
  /** Whether it was stored, or only looked at. */
  stored: z.boolean(),
  encoding: z.enum(['UTF-8', 'Latin-1']),
  /** Rows of the file: those taken and those of `refusals` together. */
  rows: z.int(),
  takenRows: z.int(),
  refusals: z.array(refusal),
};

/** What a file came to. */
export const importSummary = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tariffs'),
    ...base,
    ...counts,
    distributors: z.array(distributor),
    /** The first hundred, each with what is stored and what the file says. */
    namedConflicts: z.array(
      z.object({ tariff: z.string(), validFrom: z.string(), stored: z.string(), given: z.string() }),
    ),
  }),
  z.object({
    kind: z.enum(['flags', 'flag-prices']),
    ...base,
    added: z.int(),
    unchanged: z.int(),
    /** Months or prices that the file says otherwise: they are taken as the file says. */
    changed: z.array(z.object({ month: z.string(), before: z.string(), after: z.string() })),
  }),
]);
export type ImportSummary = z.output<typeof importSummary>;

export const importTariffs = defineCall({
  name: 'importTariffs',
  method: 'POST',
  effect: 'changes',
  path: '/admin/tax/import',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary:
    'Reads a file of ANEEL (tariffs, flags by month, or flag prices) and says what it came to; stores it when asked.',
  query: z.strictObject({
    /** `true` stores what was read; otherwise it is only looked at. */
    store: z.optional(z.enum(['true', 'false'])),
    /** Validities that ended before this day are left out. */
    since: z.optional(civilDate),
    /** Keys of distributors, separated by commas; all of them when missing. */
    distributors: z.optional(z.string().check(z.maxLength(8000))),
  }),
  upload: {
    field: 'file',
    types: ['text/csv', 'application/gzip'],
    mostBytes: MOST_BYTES,
    words: { missing: 'Escolha um arquivo da ANEEL.', tooLarge: 'O arquivo passa de 400 MB.' },
  },
  success: 200,
  answer: z.object({ ok, summary: importSummary }),
});
