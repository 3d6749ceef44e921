import type { ReadingColumn } from '@nascente/domain/telemetry/frames/frame-fields';
import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable, Updateable } from 'kysely';
import type { AlertTables } from './alert-tables.ts';
import type { BudgetTables } from './budget-tables.ts';
import type { GroupTables } from './group-tables.ts';
import type { IntegrationTables } from './integration-tables.ts';
import type { LeakTables } from './leak-tables.ts';
import type { NoteTables } from './note-tables.ts';
import type { OpportunityTables } from './opportunity-tables.ts';
import type { PastTables } from './past-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { RegisterTables } from './register-tables.ts';
import type { ReportTables } from './report-tables.ts';
import type { SessionTables } from './session-tables.ts';
import type { FlagMonthTable, FlagPriceTable, TariffTable, TariffVersionTable } from './tariff-tables.ts';

/** Kysely's view of the tables in `migrations/`: timestamptz is a Date, date 'YYYY-MM-DD', numeric text. */
export interface Schema
  extends AlertTables,
    BudgetTables,
    PeopleTables,
    RegisterTables,
    GroupTables,
    LeakTables,
    NoteTables,
    OpportunityTables,
    PastTables,
    IntegrationTables,
    ReportTables,
    SessionTables {
  setting: SettingTable;
  tariff: TariffTable;
  tariff_version: TariffVersionTable;
  flag_month: FlagMonthTable;
  flag_price: FlagPriceTable;
  establishment: EstablishmentTable;
  board: BoardTable;
  installation: InstallationTable;
  meter_access: MeterAccessTable;
  replaced_board: ReplacedBoardTable;
  board_stay: BoardStayView;
  reading: ReadingTable;
  quarter: QuarterTable;
  /** The rest of its columns is read and written by plain SQL only. */
  meter_day: { installation_id: number; day: string };
  last_state: LastStateTable;
  refused_count: RefusedCountTable;
  refused_frame: RefusedFrameTable;
  mailbox_letter: MailboxLetterTable;
  recovery_token: AccountTokenTable;
  confirmation_token: AccountTokenTable;
  feedback: FeedbackTable;
  api_key: ApiKeyTable;
  api_key_use: ApiKeyUseTable;
  audit_anchor: AuditAnchorTable;
  audit_event: AuditEventTable;
  board_connection: BoardConnectionTable;
  refused_of_board: RefusedOfBoardTable;
  image: ImageTable;
  billing_contract: BillingContractTable;
  reading_date: ReadingDateTable;
  utility_bill: UtilityBillTable;
  kept_bill: KeptBillTable;
  image_use: ImageUseView;
}

interface SettingTable {
  name: string;
  value: Json;
}

/** Read as its value; written as JSON text, since pg writes an array as one of PostgreSQL's. */
type Json = ColumnType<unknown, string, string>;

interface EstablishmentTable {
  id: Generated<string>;
  owner_id: string;
  name: string;
  fantasy_name: string | null;
  /** As people call it. */
  display_name: GeneratedAlways<string>;
  corporate_name: string | null;
  cnpj: string | null;
  activity: string | null;
  number_of_employees: string | null;
  area_m2: string | null;
  headcount: number | null;
  consumer_unit: string | null;
  solar_panel: Generated<boolean>;
  voltage: 110 | 220 | null;
  tariff_group: 'A' | 'B' | null;
  contracted_demand_kw: string | null;
  bill_read_day: number | null;
  business_hours: ColumnType<unknown, string | null, string | null>;
  zone: Generated<string>;
  postal_code: string | null;
  address: string | null;
  number: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  description: string | null;
  tariff_id: string | null;
  bill_name: string | null;
  bill_image_id: string | null;
  equipment_metadata: ColumnType<unknown, string | null, string | null>;
  equipments: ColumnType<unknown, string | undefined, string>;
  request_hash: Buffer | null;
  created_at: Generated<Date>;
}

interface ImageTable {
  id: Generated<string>;
  account_id: string | null;
  content: Buffer;
  content_type: string;
  width: number;
  height: number;
  created_at: Date;
}

type Utility = 'eletric' | 'water';

interface BillingContractTable {
  establishment_id: string;
  type: Utility;
  valid_from: string;
  tariff_id: string | null;
  terms: Json;
  changed_at: Date;
  changed_by: string | null;
}

interface ReadingDateTable {
  establishment_id: string;
  type: Utility;
  day: string;
}

interface UtilityBillTable {
  id: Generated<string>;
  establishment_id: string;
  type: Utility;
  first_day: string;
  last_day: string;
  total: string;
  consumed: Json;
  demand: Json;
  volume_m3: string | null;
  taxes: string | null;
  others: Generated<string | null>;
  lines: ColumnType<unknown, string | null | undefined, string | null>;
  image_id: string | null;
  note: Generated<string>;
  entered_at: Date;
}

interface KeptBillTable {
  id: Generated<string>;
  establishment_id: string;
  type: Utility;
  first_day: string;
  last_day: string;
  bill: Json;
  made_by: Json;
  closed_at: Date;
  closed_by: string | null;
}

/** A view: which establishment refers to which image. */
interface ImageUseView {
  image_id: string;
  establishment_id: string;
}

interface BoardTable {
  mac: string;
  type: 'eletric' | 'water';
  model: 'mono' | 'tri';
  equipment: 'emd' | 'emd3p';
  key_hash: Buffer;
  claim_hash: Buffer | null;
  assigned_to: string | null;
  created_at: Generated<Date>;
}

interface InstallationTable {
  id: GeneratedAlways<number>;
  establishment_id: string;
  mac: string;
  name: string;
  comment: Generated<string>;
  is_general: Generated<boolean>;
  solar_panel: Generated<boolean>;
  voltage: Generated<110 | 220>;
  tariff_id: string | null;
  system: string | null;
  rated_phase_w: number | null;
  installed_at: Date;
  removed_at: Date | null;
  moved_from: number | null;
  board_since: Date | null;
  created_at: Generated<Date>;
}

interface ReplacedBoardTable {
  installation_id: number;
  mac: string;
  since: Date;
  until: Date;
}

/** A view: which board measured for which installation, and when. */
interface BoardStayView {
  installation_id: number;
  mac: string;
  since: Date;
  until: Date | null;
}

interface MeterAccessTable {
  account_id: string;
  installation_id: number;
}

type Measured = number | null;

type ReadingTable = { installation_id: number; at: Date } & Record<ReadingColumn, Measured>;

interface QuarterTable {
  installation_id: number;
  start: Date;
  consumed_a_mwh: Generated<number>;
  consumed_b_mwh: Generated<number>;
  consumed_c_mwh: Generated<number>;
  injected_a_mwh: Generated<number>;
  injected_b_mwh: Generated<number>;
  injected_c_mwh: Generated<number>;
  inductive_a_mvarh: Generated<number>;
  inductive_b_mvarh: Generated<number>;
  inductive_c_mvarh: Generated<number>;
  capacitive_a_mvarh: Generated<number>;
  capacitive_b_mvarh: Generated<number>;
  capacitive_c_mvarh: Generated<number>;
  volume_ml: Generated<number>;
  frames: Generated<number>;
}

interface LastStateTable {
  installation_id: number;
  at: Date;
  received_at: Date;
}

interface RefusedCountTable {
  day: string;
  reason: string;
  frames: Generated<number>;
}

interface RefusedFrameTable {
  id: GeneratedAlways<number>;
  received_at: Generated<Date>;
  reason: string;
  mac: string | null;
  topic: string;
  payload: Buffer;
}

interface MailboxLetterTable {
  id: Generated<string>;
  written_at: Date;
  recipient: string;
  subject: string;
  html: string;
  plain: string;
}

interface AccountTokenTable {
  token_hash: Buffer;
  account_id: string;
  created_at: Date;
  expires_at: Date;
}

interface FeedbackTable {
  id: Generated<string>;
  account_id: string;
  title: string;
  body: string;
  created_at: Date;
}

interface ApiKeyTable {
  id: Generated<string>;
  account_id: string;
  name: string;
  prefix: string;
  key_hash: Buffer;
  scopes: readonly string[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  warned_at: Date | null;
  /** As an Admin allows. */
  allowed_per_minute: Generated<number>;
  /** As its owner sets below that; null: as many as are allowed. */
  per_minute: number | null;
  limited_at: Date | null;
}

interface ApiKeyUseTable {
  key_id: string;
  busy_until: Date;
}

interface AuditEventTable {
  id: GeneratedAlways<number>;
  at: Date;
  action: string;
  actor_id: string | null;
  subject_id: string | null;
  address: string;
  device: string;
  detail: Json;
  /** Its place in the chain; null, as what follows: not linked yet. */
  number: number | null;
  previous_hash: Buffer | null;
  hash: Buffer | null;
  detail_digest: Buffer | null;
  /** Null too once the detail was erased. */
  detail_salt: Buffer | null;
  chained_at: Date | null;
}

interface AuditAnchorTable {
  is_only: Generated<boolean>;
  number: number;
  hash: Buffer;
}

interface BoardConnectionTable {
  mac: string;
  connected_at: Date;
  disconnected_at: Date | null;
  address: string;
  protocol: string;
  held_back_at: Date | null;
  by_shared_credential: boolean;
}

interface RefusedOfBoardTable {
  mac: string;
  day: string;
  reason: string;
  frames: number;
}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
export type RowChange<T extends keyof Schema> = Updateable<Schema[T]>;
