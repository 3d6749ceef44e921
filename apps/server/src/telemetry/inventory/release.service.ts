import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDirectory, Releasing } from '../../sites/meters/index.ts';
import type { ReleasePost } from './release-post.ts';

/** Frees a board of whoever has it. Throws Conflict for one that is nowhere. */
export type ReleaseService = (caller: Caller, mac: Mac, device: NewAuditEvent['device']) => Promise<void>;

export const createReleaseService = (needs: {
  db: Connection;
  releasing: Releasing;
  post: ReleasePost;
  directory: Pick<MeterDirectory, 'settle'>;
}): ReleaseService => {
  const { db, releasing, post, directory } = needs;
  return async (caller, mac, device) => {
    requirePermission(caller, 'provision-boards');
    await db.transaction().execute(async (within) => {
      const installed = await releasing(within, { caller, device }, mac);
      await post(installed, mac, { within });
    });
    await directory.settle([{ mac }]);
  };
};
