import type { BodyOf } from '@nascente/contract/call';
import type { Board, createInstallation, Installation } from '@nascente/contract/meters';
import type { Mac } from '@nascente/domain/metering/mac';
import { may } from '@nascente/domain/people/permissions';
import type { Instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Deed } from '../audit/index.ts';
import type { BoardClaims } from '../board-claims/index.ts';
import { toBoard } from './board-answer.ts';
import type { Installing } from './installing.ts';
import type { ListedMeters } from './listed-meters.ts';
import type { MeterDirectory } from './meter-directory.ts';
import { viewerOf } from './visibility.ts';
import { writeBoards } from './written-boards.ts';

export interface InstallationsService {
  /** The JSON of a list of boards, between two others: too many to be written anew each time. */
  list(caller: Caller, around: readonly [opening: string, closing: string]): Promise<Buffer>;
  read(caller: Caller, mac: string): Promise<Board>;
  install(
    caller: Caller,
    given: BodyOf<typeof createInstallation>,
    device: Deed['device'],
  ): Promise<Installation>;
}

export const createInstallationsService = (needs: {
  db: Connection;
  installing: Installing;
  claims: BoardClaims;
  directory: MeterDirectory;
  listed: ListedMeters;
  clock: () => Instant;
}): InstallationsService => {
  const { db, installing, claims, directory, listed, clock } = needs;
  return {
    async list(caller, around) {
      const now = clock();
      if (!may(caller.profile, 'see-own-meters')) return writeBoards([], [], now, around);
      const { meters, states } = await listed.listWithStates(viewerOf(caller), now);
      return writeBoards(meters, states, now, around);
    },
    async read(caller, mac) {
      const meter = await directory.findVisible(caller, mac);
      const states = await directory.states([meter]);
      return toBoard(meter, states.get(meter.installationId), clock());
    },
    async install(caller, { meter: mac, code, ...given }, device) {
      requirePermission(caller, 'install-meter');
      const meter = await claims.require(caller, { mac, code }, device);
      const installed = await db
        .transaction()
        .execute((within) => installing(within, { caller, device }, { ...given, meter }));
      await directory.settle([{ mac: installed.meter as Mac }]);
      return installed;
    },
  };
};
