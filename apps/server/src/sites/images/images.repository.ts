import { type Expression, type SqlBool, sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import type { LegiblePicture } from '../../platform/pictures/legible-picture.ts';
import type { Viewer } from '../meters/index.ts';
export type StoredImage = ResultRow<typeof createImagesRepository, 'find'>;

/** SQL condition: the viewer uploaded the image `i` or sees bills of an establishment that uses it; a client user sees none. */
const seenBy = ({ accountId, scope }: Viewer): Expression<SqlBool> => {
  const own = sql<SqlBool>`i.account_id = ${accountId}`;
  switch (scope) {
    case 'all':
      return sql`true`;
    case 'granted':
      return own;
    case 'own':
      return sql`(${own} or exists (select from image_use u join establishment e on e.id = u.establishment_id
        where u.image_id = i.id and e.owner_id = ${accountId}))`;
    case 'own-and-clients':
      return sql`(${own} or exists (select from image_use u join establishment e on e.id = u.establishment_id
        where u.image_id = i.id and (e.owner_id = ${accountId} or e.owner_id in (select id from account where manager_id = ${accountId}))))`;
  }
};

export const createImagesRepository = (db: Connection) => ({
  async insert(
    accountId: string,
    { content, contentType, width, height }: LegiblePicture,
    at: Date,
  ): Promise<string> {
    const { id } = await db
      .insertInto('image')
      .values({ account_id: accountId, content, content_type: contentType, width, height, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  async find(viewer: Viewer, id: string) {
    const row = await db
      .selectFrom('image as i')
      .where('i.id', '=', id)
      .where(seenBy(viewer))
      .select(['i.content', 'i.content_type'])
      .executeTakeFirst();
    return row ? { content: row.content, contentType: row.content_type } : null;
  },
  /** Removes images uploaded before a time that no establishment uses. @returns their number */
  async removeUnused(before: Date): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('image')
      .where('created_at', '<', before)
      .where(sql<SqlBool>`not exists (select from image_use u where u.image_id = image.id)`)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
