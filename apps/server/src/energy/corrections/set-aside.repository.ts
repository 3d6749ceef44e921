import { DAY_MS } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import { clientOf } from '../../platform/database/connections/client-connection.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { isExcluded, SUM_COLUMNS } from '../../telemetry/ingest/index.ts';
import { reopenTotals, type TouchedFrame } from '../../telemetry/series/index.ts';

/** Some quarter-hours of an installation, [from, to). */
export interface Stretch {
  readonly installationId: number;
  readonly from: Date;
  readonly to: Date;
}

const SUMMED = [...SUM_COLUMNS, 'frames'];
const COLUMNS = ['installation_id', 'start', ...SUMMED].join(', ');

const addTo = (table: string): string => `on conflict (installation_id, start) do update set
  ${SUMMED.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;

const EMPTY = SUMMED.map((name) => `${name} = 0`).join(', ');

const IS_IMPORTED = `exists (select from quarter i where i.installation_id = s.installation_id and i.start = s.start
  and i.import_id is not null)`;
const WRONG = `s.frames > 0 and s.import_id is null and ${isExcluded('s')}`;
const RIGHT = `not ${isExcluded('s')} and not ${IS_IMPORTED}`;

/** An instant of each UTC day of a stretch. */
export const daysOfStretch = ({ installationId, from, to }: Stretch): TouchedFrame[] => {
  const [first, end] = [from.getTime(), to.getTime()];
  const days = Math.ceil((end - Math.floor(first / DAY_MS) * DAY_MS) / DAY_MS);
  return Array.from({ length: days }, (_, day) => ({ installationId, at: first + day * DAY_MS }));
};

/** Within the transaction of its connection. */
export const createSetAside = (within: Connection) => {
  const run = (text: string, { installationId, from, to }: Stretch): Promise<unknown> =>
    sql`${sql.raw(text.slice(0, text.indexOf('$span')))} s.installation_id = ${installationId} and s.start >= ${from}
      and s.start < ${to} ${sql.raw(text.slice(text.indexOf('$span') + '$span'.length))}`.execute(within);

  return {
    /**
     * Reopens the closed days of these instants. Then waits for whoever is adding to totals, and keeps everybody from it until
     * the transaction ends: some milliseconds a month. So no frame can be missed, nor counted twice.
     */
    async holdTotals(touched: readonly TouchedFrame[]): Promise<void> {
      await reopenTotals(clientOf(within), touched);
      await sql`set local lock_timeout = '10s'`.execute(within);
      await sql`lock table set_aside_quarter in share row exclusive mode`.execute(within);
    },
    /**
     * Brings what counts, and what is set aside, to what exclusions and imports say now. To be called while the totals of
     * the stretch are held.
     */
    async settle(stretch: Stretch): Promise<void> {
      await run(
        `insert into set_aside_quarter (${COLUMNS}) select ${COLUMNS} from quarter s where $span and ${WRONG}
          order by start ${addTo('set_aside_quarter')}`,
        stretch,
      );
      await run(`update quarter s set ${EMPTY} where $span and ${WRONG}`, stretch);
      await run(
        `insert into quarter (${COLUMNS}) select ${COLUMNS} from set_aside_quarter s where $span and ${RIGHT}
          order by start ${addTo('quarter')}`,
        stretch,
      );
      await run(`delete from set_aside_quarter s where $span and ${RIGHT}`, stretch);
    },
  };
};
