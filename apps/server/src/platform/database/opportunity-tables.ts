import type { OpportunityKind } from '@nascente/domain/opportunities/yearly-saving';
import type { ColumnType } from 'kysely';

/** What people made of savings that were found. */
export interface OpportunityTables {
  opportunity_decision: OpportunityDecisionTable;
}

interface OpportunityDecisionTable {
  establishment_id: string;
  kind: OpportunityKind;
  /** Empty of a whole establishment. */
  mac: string;
  state: 'accepted' | 'dismissed' | 'done';
  reason: string | null;
  /** YYYY-MM-DD */
  done_on: string | null;
  told: ColumnType<unknown, string, string>;
  account_id: string | null;
  decided_at: Date;
}
