import type { BodyOf } from '@nascente/contract/base/call';
import type { Board, createInstallation, Installation } from '@nascente/contract/sites/meters';
import type { Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { BoardClaims } from '../board-claims/index.ts';
import { toBoard } from './board-answer.ts';
import type { Installing } from './installing.ts';
import { absentMeter, type MeterDirectory } from './meter-directory.ts';
import { viewerOf } from './visibility.ts';
import type { VisibleMetersRepository } from './visible-meters.repository.ts';

export type InstallationsService = ReturnType<typeof createInstallationsService>;

export const createInstallationsService = (needs: {
  db: Connection;
  installing: Installing;
  claims: BoardClaims;
  directory: MeterDirectory;
  meters: VisibleMetersRepository;
  clock: () => Instant;
}) => {
  const { db, installing, claims, directory, meters, clock } = needs;
  return {
    /** By name of establishment and meter. */
    async list(caller: Caller): Promise<Board[]> {
      if (!may(caller.profile, 'see-own-meters')) return [];
      const now = clock();
      const listed = await meters.listWithStates(viewerOf(caller));
      return listed.map(([meter, state]) => toBoard(meter, state, now));
    },
    async read(caller: Caller, mac: Mac): Promise<Board> {
      const found = await meters.findWithState(viewerOf(caller), mac as Mac);
      if (found === null) throw absentMeter();
      return toBoard(...found, clock());
    },
    async install(
      caller: Caller,
      { meter: mac, code, ...input }: BodyOf<typeof createInstallation>,
      device: NewAuditEvent['device'],
    ): Promise<Installation> {
      requirePermission(caller, 'install-meter');
      const meter = await claims.require(caller, { mac, code }, device);
      const installed = await db
        .transaction()
        .execute((within) => installing(within, { caller, device }, { ...input, meter }));
      await directory.settle([{ mac: installed.meter as Mac }]);
      return installed;
    },
  };
};
