import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** ANEEL's file has about 85 MB, or about 4 MB as gzip, which is accepted too. */
const MAX_BYTES = 400 * 1024 * 1024;

const refusal = z.object({
  reason: z.string(),
  msg: described('In Portuguese.', z.string()),
  rows: z.int(),
});

const counts = {
  tariffs: z.int(),
  newTariffs: z.int(),
  newVersions: z.int(),
  unchangedVersions: z.int(),
  conflicts: described('Versions with other stored prices for the same day; the stored ones stay.', z.int()),
};

const distributor = z.object({ key: z.string(), name: z.string(), cnpj: z.nullable(z.string()), ...counts });
export type ImportedDistributor = z.output<typeof distributor>;

const base = {
  stored: described('Whether it was stored, or only previewed.', z.boolean()),
  encoding: z.enum(['UTF-8', 'Latin-1', 'UTF-16LE', 'UTF-16BE']),
  rows: described('Rows of the file: accepted rows plus those of `refusals`.', z.int()),
  takenRows: z.int(),
  refusals: z.array(refusal),
};

const conflicts = described(
  'The first hundred, each with the stored values and those of the file.',
  z.array(z.object({ tariff: z.string(), validFrom: z.string(), stored: z.string(), imported: z.string() })),
);

/** The content of a file. */
export const importSummary = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tariffs'),
    ...base,
    ...counts,
    distributors: z.array(distributor),
    namedConflicts: conflicts,
  }),
  z.object({
    kind: z.literal('components'),
    ...base,
    filled: described('Stored versions of tariffs that get Fio B or the charge of GD III.', z.int()),
    unchanged: described('Versions that have the values of the file.', z.int()),
    conflicts: described('Versions with other stored values, which stay.', z.int()),
    withoutTariff: described(
      'Tariffs of the file that are not stored, or have no version of its days.',
      z.int(),
    ),
    namedConflicts: conflicts,
  }),
  z.object({
    kind: z.enum(['flags', 'flag-prices']),
    ...base,
    added: z.int(),
    unchanged: z.int(),
    changed: described(
      'Months or prices that differ in the file; the values of the file are stored.',
      z.array(z.object({ month: z.string(), before: z.string(), after: z.string() })),
    ),
  }),
]);
export type ImportSummary = z.output<typeof importSummary>;

export const importTariffs = defineCall({
  name: 'importTariffs',
  route: 'POST /admin/tax/import',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary:
    'Parses a file of ANEEL (tariffs, components of tariffs, flags by month, or flag prices) and returns its content; stores it if requested.',
  query: z.strictObject({
    store: described(
      '`true` stores the content; otherwise it is only a preview.',
      z.optional(z.enum(['true', 'false'])),
    ),
    since: described('Validities that ended before this day are left out.', z.optional(civilDate)),
    distributors: described(
      'Keys of distributors, separated by commas; default: all.',
      z.optional(z.string().check(z.maxLength(8000))),
    ),
  }),
  upload: {
    field: 'file',
    types: ['text/csv', 'application/gzip', 'application/json'],
    maxBytes: MAX_BYTES,
    texts: { missing: 'Escolha um arquivo da ANEEL.', tooLarge: 'O arquivo passa de 400 MB.' },
  },
  answer: { summary: importSummary },
});
