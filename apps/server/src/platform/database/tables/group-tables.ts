import type { Generated } from 'kysely';

/** Tables of groups of meters. */
export interface GroupTables {
  meter_group: MeterGroupTable;
  group_member: GroupMemberTable;
}

interface MeterGroupTable {
  id: Generated<string>;
  owner_id: string;
  name: string;
  type: 'eletric' | 'water';
  due_day: number | null;
  due_on: string | null;
  created_at: Date;
}

interface GroupMemberTable {
  group_id: string;
  installation_id: number;
  since: string;
  until: string | null;
  added_on: string;
}
