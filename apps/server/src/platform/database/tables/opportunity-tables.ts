import type { OpportunityKind } from '@nascente/domain/insight/opportunities/yearly-saving';
import type { VariableKind } from '@nascente/domain/insight/savings/independent-variables';
import type { ColumnType, Generated } from 'kysely';

/** What people made of savings that were found. */
export interface OpportunityTables {
  opportunity_decision: OpportunityDecisionTable;
  saving_change: SavingChangeTable;
  independent_variable: IndependentVariableTable;
}

interface IndependentVariableTable {
  establishment_id: string;
  kind: VariableKind;
  day: string;
  value: number;
  unit: string;
  account_id: string | null;
  entered_at: Date;
}

interface SavingChangeTable {
  id: Generated<string>;
  installation_id: number;
  what: string;
  begins_on: string;
  undone_on: string | null;
  per_day: number | null;
  share: number | null;
  account_id: string | null;
  created_at: Date;
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
  saving: ColumnType<unknown, string, string>;
  account_id: string | null;
  decided_at: Date;
}
