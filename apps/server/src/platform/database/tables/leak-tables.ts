/** What people said of suspected leaks. */
export interface LeakTables {
  leak_verdict: LeakVerdictTable;
}

interface LeakVerdictTable {
  installation_id: number;
  /** YYYY-MM-DD */
  since: string;
  verdict: 'resolved' | 'notALeak';
  accepted_ml: number;
  account_id: string | null;
  judged_at: Date;
}
