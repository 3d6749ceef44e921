import { z } from 'zod';

/** Version of the archive layout described in this file. */
export const ARCHIVE_FORMAT = 1;

export const HEAD_FILE = 'archive.json';
export const SUMS_FILE = 'sums.json';
export const tableFolder = (table: string): string => `tables/${table}/`;

const tableName = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const tableSchema = z.object({ name: tableName, columns: z.array(tableName).min(1) });

/** A partition of a table by day, with its bounds as PostgreSQL writes them. */
const partitionSchema = z.object({
  name: tableName,
  of: tableName,
  bounds: z.string().regex(/^(FOR VALUES FROM \('[\d :+.-]+'\) TO \('[\d :+.-]+'\)|DEFAULT)$/),
});

const workSchema = z.object({
  queue: z.string(),
  id: z.uuid(),
  payload: z.unknown(),
  notBefore: z.iso.datetime(),
});

/** The first entry of an archive: everything that a restore needs before the first table. */
export const headSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  madeAt: z.iso.datetime(),
  /** Version of PostgreSQL, as information. */
  postgres: z.string(),
  /** The migrations of the tables' schema, in their order. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  /** Tables in an order in which each follows those it refers to. */
  tables: z.array(tableSchema),
  partitions: z.array(partitionSchema),
  /** Queued e-mails, push messages and webhook calls. */
  work: z.array(workSchema),
});

/** The last entry of an archive. An archive without it is incomplete. */
export const sumsSchema = z.object({
  tables: z.array(
    z.object({ name: tableName, rows: z.number().int(), bytes: z.number().int(), sha256: z.string() }),
  ),
});

/** Size as '426,777 rows of 55 tables'. */
export const sizeText = ({ tables }: z.infer<typeof sumsSchema>): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en')} rows of ${tables.length} tables`;

export type ArchiveHead = z.infer<typeof headSchema>;
export type ArchiveSums = z.infer<typeof sumsSchema>;
export type TableSum = ArchiveSums['tables'][number];
export type StoredTable = z.infer<typeof tableSchema>;
export type RetainedPartition = z.infer<typeof partitionSchema>;
