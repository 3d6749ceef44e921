import type { Generated, GeneratedAlways } from 'kysely';

/** Tables of corrections and of imported past data. */
export interface PastTables {
  reading_exclusion: ReadingExclusionTable;
  /** The rest of its columns is read and written by plain SQL only. */
  set_aside_quarter: { installation_id: number; start: Date };
  reading_import: ReadingImportTable;
  reading_import_part: { import_id: number; number: number; content: Buffer };
}

interface ReadingExclusionTable {
  id: GeneratedAlways<number>;
  installation_id: number;
  begins: Date;
  ends: Date;
  reason: string;
  account_id: string | null;
  created_at: Date;
  undone_by: Generated<string | null>;
  undone_at: Generated<Date | null>;
}

interface ReadingImportTable {
  id: GeneratedAlways<number>;
  installation_id: number;
  account_id: string | null;
  file_name: string;
  /** JSON. */
  reading: string;
  created_at: Date;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'undone'>;
  progress: Generated<number>;
  /** JSON. */
  summary: Generated<string | null>;
  first_at: Generated<Date | null>;
  last_at: Generated<Date | null>;
  undone_by: Generated<string | null>;
  undone_at: Generated<Date | null>;
  /** A `tstzmultirange`. */
  estimated: Generated<string>;
}
