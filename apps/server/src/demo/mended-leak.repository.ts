import { sql } from 'kysely';
import type { Connection } from '../platform/database/open-database.ts';

/** Where a meter is, and since when. */
interface LeakedAt {
  readonly establishmentId: string;
  readonly installedAt: Date;
}

/** A leak that was mended, as it was told before. */
interface Mended extends Pick<LeakedAt, 'establishmentId'> {
  readonly owner: string;
  readonly mac: string;
  readonly doneOn: string;
  readonly saving: object;
}

export const createMendedLeakRepository = (db: Connection) => ({
  /** Null where the owner has no such meter, or has ever decided anything of an opportunity. */
  async undecided(owner: string, mac: string): Promise<LeakedAt | null> {
    const { rows } = await sql<LeakedAt>`
      select e.id as "establishmentId", i.installed_at as "installedAt"
      from installation i join establishment e on e.id = i.establishment_id
      where i.mac = ${mac} and i.removed_at is null and e.owner_id = ${owner}
        and not exists (select from opportunity_decision d join establishment o on o.id = d.establishment_id
          where o.owner_id = ${owner})
        and not exists (select from audit_event where subject_id = ${owner} and action = 'opportunity-decided')
    `.execute(db);
    return rows[0] ?? null;
  },

  async tell({ establishmentId, owner, mac, doneOn, saving }: Mended): Promise<void> {
    await db
      .insertInto('opportunity_decision')
      .values({
        establishment_id: establishmentId,
        kind: 'leak',
        mac,
        state: 'done',
        reason: null,
        done_on: doneOn,
        saving: JSON.stringify(saving),
        account_id: owner,
        decided_at: new Date(`${doneOn}T12:00:00Z`),
      })
      .execute();
  },
});
