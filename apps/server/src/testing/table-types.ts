import { type Kysely, sql } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import type { Connection } from '../platform/database/open-database.ts';

/** Which area has which tables. */
const TABLES = {
  people:
    'account authenticator client_invitation client_invitation_meter confirmation_token consent counted_use ' +
    'failed_attempt feedback audit_anchor audit_event known_device known_network passkey passkey_challenge ' +
    'provider_attempt provider_identity recovery_code recovery_token session sign_in_notice upgrade_request',
  sites:
    'billing_contract board board_stay establishment flag_month flag_price group_member image image_use installation ' +
    'meter_access meter_group meter_note reading_date replaced_board tariff tariff_version vat_period cosip_period',
  telemetry:
    'adapted_state board_adapter board_connection continuity_limits last_state meter_day outage_verdict quarter reading ' +
    'refused_count refused_frame refused_of_board register_step register_verdict set_aside_quarter',
  energy: 'emission_factor irec_lot leak_verdict reading_exclusion reading_import reading_import_part',
  money: 'budget frozen_bill utility_bill',
  insight:
    'independent_variable opportunity_decision report report_subscription report_version saving_change',
  alerts:
    'alert alert_delivery alert_meter alert_opinion alert_preference alert_rule alert_setting alert_webhook ' +
    'push_subscription',
  connections: 'api_key api_key_use integration shared_link',
  operations: 'change_log mailbox_letter schema_migration setting',
} as const;

const AREAS = Object.entries(TABLES).map(([area, tables]) => ({ area, tables: tables.split(' ') }));

/** Columns of views that are never null, which PostgreSQL does not say. */
const NEVER_NULL: Readonly<Record<string, readonly string[]>> = {
  board_stay: ['installation_id', 'mac', 'since'],
  image_use: ['image_id', 'establishment_id'],
};

/** How a value is read and written by the server's pool. */
const COLUMN_TYPES = { date: 'Day', int8: 'number', timestamptz: 'Date', json: 'Json', jsonb: 'Json' };

interface ListedValues {
  readonly table: string;
  readonly column: string;
  /** As TypeScript writes them. */
  readonly values: readonly string[];
}

/** Columns for which a constraint lists the values they may have. */
const listedValues = async (db: Connection): Promise<readonly ListedValues[]> => {
  const { rows } = await sql<{ table: string; column: string; definition: string }>`
    select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  return rows.flatMap(({ table, column, definition }) => {
    const list = /^CHECK \(\(\w+ (?:= ANY \(|<@ )\(?ARRAY\[([^\]]+)\]/.exec(definition)?.[1];
    if (list === undefined) return [];
    return [{ table, column, values: list.split(', ').map((value) => value.replace(/::\w+$/, '')) }];
  });
};

const interfaceOf = (table: string): string =>
  table.replaceAll(/(?:^|_)(\w)/g, (_, mailMessage: string) => mailMessage.toUpperCase());

const withValues = (line: string, values: readonly string[]): string =>
  line
    .replace(/\b(?:string|number)\[\]/, `(${values.join(' | ')})[]`)
    .replace(/\b(?:string|number)\b/, values.join(' | '));

const REGENERATE =
  '// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.';

/**
 * The types of the tables of each area, as text of `<area>/tables.ts`.
 *
 * @throws where a table is of no area, or of one that has no such table
 */
export const tableTypes = async (db: Connection): Promise<ReadonlyMap<string, string>> => {
  const [generated, listed] = await Promise.all([
    generate({
      db: db as unknown as Kysely<unknown>,
      dialect: new PostgresDialect(),
      outFile: null,
      excludePattern: 'quarter_reopened',
      typeMapping: COLUMN_TYPES,
    }),
    listedValues(db),
  ]);
  const blocks = new Map(
    [...generated.matchAll(/^export interface (\w+) \{\n([^}]*)\}\n/gm)].map(([, name, columns]) => [
      name ?? '',
      columns ?? '',
    ]),
  );
  const existing = AREAS.flatMap(({ tables }) => tables.map(interfaceOf));
  const newTables = [...blocks.keys()].filter((name) => name !== 'DB' && !existing.includes(name));
  if (newTables.length > 0) throw new Error(`Name an area of the tables ${newTables.join(', ')}`);
  const bodyOf = (table: string): string => {
    const columns = blocks.get(interfaceOf(table));
    if (columns === undefined) throw new Error(`There is no table ${table}`);
    return columns
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const column = line.trim().split(':')[0] ?? '';
        const values = listed.find((one) => one.table === table && one.column === column)?.values;
        const total = NEVER_NULL[table]?.includes(column) ? line.replace(' | null', '') : line;
        return `    ${values === undefined ? total : withValues(total, values)}\n`;
      })
      .join('');
  };
  return new Map(
    AREAS.map(({ area, tables }) => {
      const body = tables.map((table) => `    ${table}: {\n${bodyOf(table)}    };\n`).join('');
      const used = ['Day', 'Generated', 'Json', 'Numeric'].filter((name) =>
        new RegExp(`\\b${name}\\b`).test(body),
      );
      const imports = used.length === 0 ? 'import ' : `import type { ${used.join(', ')} } from `;
      return [
        area,
        `${REGENERATE}\n${imports}'../platform/database/schema.ts';\n\n` +
          `declare module '../platform/database/schema.ts' {\n  interface Schema {\n${body}  }\n}\n`,
      ];
    }),
  );
};
