import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Due } from '@nascente/domain/base/time/due-date';
import { DEFAULT_ZONE, parseZone, type Zone } from '@nascente/domain/base/time/zone';
import pg from 'pg';
import type { Connection } from '../../platform/database/open-database.ts';
import type { BoardType } from '../meters/index.ts';

interface NewGroupRow {
  readonly ownerId: string;
  readonly name: string;
  readonly type: BoardType;
  readonly due: Due | null;
  readonly createdAt: Date;
}

export interface NewMember {
  readonly installationId: number;
  /** Its first day; the day after it left the group, where that is later. */
  readonly since: CivilDate;
  readonly addedOn: CivilDate;
}

/** Of an installation that is in a group. */
interface PresentMember {
  readonly installationId: number;
  /** It left with its removal. */
  readonly isRemoved: boolean;
  readonly zone: Zone;
}

/** The owner has another group of that name. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'meter_group_name';

const dueColumns = (due: Due | null) => ({
  due_day: typeof due === 'number' ? due : null,
  due_on: typeof due === 'string' ? due : null,
});

export type GroupWrites = ReturnType<typeof createGroupWrites>;

const writingMembers = (db: Connection) => ({
  /** Members that were not taken out, including removed meters. */
  async present(id: string): Promise<readonly PresentMember[]> {
    const rows = await db
      .selectFrom('group_member as m')
      .innerJoin('installation as i', 'i.id', 'm.installation_id')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('m.group_id', '=', id)
      .where('m.until', 'is', null)
      .select(['i.id', 'i.removed_at', 'e.zone'])
      .execute();
    return rows.map((row) => ({
      installationId: row.id,
      isRemoved: row.removed_at !== null,
      zone: parseZone(row.zone) ?? DEFAULT_ZONE,
    }));
  },
  async add(id: string, members: readonly NewMember[]): Promise<void> {
    if (members.length === 0) return;
    const left = await db
      .selectFrom('group_member')
      .where('group_id', '=', id)
      .where(
        'installation_id',
        'in',
        members.map(({ installationId }) => installationId),
      )
      .select(['installation_id', (of) => of.fn.max('until').as('until')])
      .groupBy('installation_id')
      .execute();
    const leftOn = new Map(left.map((row) => [row.installation_id, row.until]));
    const sinceOf = ({ installationId, since }: NewMember): CivilDate => {
      const until = leftOn.get(installationId) ?? since;
      return until > since ? until : since;
    };
    await db
      .insertInto('group_member')
      .values(
        members.map((member) => ({
          group_id: id,
          installation_id: member.installationId,
          since: sinceOf(member),
          added_on: member.addedOn,
        })),
      )
      .execute();
  },
  /** From a day on; a membership that began on that day is deleted. */
  async takeOut(id: string, installationIds: readonly number[], on: CivilDate): Promise<void> {
    if (installationIds.length === 0) return;
    const leaving = ['installation_id', 'in', [...installationIds]] as const;
    await db
      .deleteFrom('group_member')
      .where('group_id', '=', id)
      .where('until', 'is', null)
      .where(...leaving)
      .where((member) => member.or([member('added_on', '>=', on), member('since', '>=', on)]))
      .execute();
    await db
      .updateTable('group_member')
      .set({ until: on })
      .where('group_id', '=', id)
      .where('until', 'is', null)
      .where(...leaving)
      .execute();
  },
});

/** To be made from a transaction. */
export const createGroupWrites = (db: Connection) => ({
  ...writingMembers(db),
  async insert({ ownerId, name, type, due, createdAt }: NewGroupRow): Promise<string> {
    const { id } = await db
      .insertInto('meter_group')
      .values({ owner_id: ownerId, name, type, ...dueColumns(due), created_at: createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  /** Locks it. @returns false if it no longer exists */
  async hold(id: string): Promise<boolean> {
    const held = db.selectFrom('meter_group').where('id', '=', id).select('id').forUpdate();
    return (await held.executeTakeFirst()) !== undefined;
  },
  async update(
    id: string,
    { name, due }: { readonly name?: string; readonly due?: Due | null },
  ): Promise<void> {
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(due === undefined ? {} : dueColumns(due)),
    };
    if (Object.keys(change).length > 0)
      await db.updateTable('meter_group').set(change).where('id', '=', id).execute();
  },
  async remove(id: string): Promise<void> {
    await db.deleteFrom('meter_group').where('id', '=', id).execute();
  },
});
