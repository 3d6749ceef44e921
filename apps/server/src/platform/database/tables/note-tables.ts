import type { Generated } from 'kysely';

/** What people write beside the curve of a meter. */
export interface NoteTables {
  meter_note: MeterNoteTable;
}

interface MeterNoteTable {
  id: Generated<string>;
  installation_id: number;
  account_id: string | null;
  at: Date;
  /** Null of a moment. */
  until: Date | null;
  text: string;
  written_at: Date;
}
