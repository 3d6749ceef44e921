import type { ContentOf } from '@nascente/contract/base/call';
import type { validateBoard, verifyMeter } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { readClaim } from '@nascente/domain/sites/boards/claim-code';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { NewAuditEvent } from '../../people/audit/index.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BoardClaims } from '../board-claims/index.ts';
import { IN_USE } from './installation-rules.ts';
import type { InventoryRepository } from './inventory.repository.ts';
import type { MeterDirectory } from './meter-directory.ts';

const NOT_ALLOWED = 'Seu perfil não permite esta operação.';

/** A requested board, with the typed proof of possession. */
interface BoardQuery {
  readonly mac: Mac;
  readonly code: string | undefined;
}

export type BoardsService = ReturnType<typeof createBoardsService>;

export const createBoardsService = (needs: {
  inventory: InventoryRepository;
  claims: BoardClaims;
  directory: Pick<MeterDirectory, 'watchable'>;
}) => {
  const { inventory, claims, directory } = needs;

  /** Null also for a board that the caller neither sees nor proves to hold, so that guessed MACs reveal no meter. */
  const findProved = async (caller: Caller, request: BoardQuery, device: NewAuditEvent['device']) => {
    const isProved = (await claims.check(caller, request, device)) !== null;
    const isVisible = isProved || (await directory.watchable(caller.accountId)).macs.has(request.mac);
    return isVisible ? inventory.find(request.mac) : null;
  };

  return {
    async verify(
      caller: Caller,
      request: BoardQuery,
      device: NewAuditEvent['device'],
    ): Promise<ContentOf<typeof verifyMeter>> {
      if (!may(caller.profile, 'verify-meter')) throw new NotAllowed(NOT_ALLOWED);
      const board = await findProved(caller, request, device);
      if (board === null) return { exists: false, installed: false, model: null, type: null };
      return { exists: true, installed: board.isInstalled, model: board.model, type: board.type };
    },
    /**
     * Whether the board exists and is free. Without the code that this caller needs, a board in stock is returned without model
     * and type, and a board of another customer as unknown. Throws NotAllowed if it is installed.
     */
    async validate(
      caller: Caller,
      request: BoardQuery,
      device: NewAuditEvent['device'],
    ): Promise<ContentOf<typeof validateBoard>> {
      if (!may(caller.profile, 'install-meter')) throw new NotAllowed(NOT_ALLOWED);
      const asksCode = await claims.isCodeRequired(caller, request.mac);
      const board = await findProved(caller, request, device);
      if (board?.isInstalled) throw new NotAllowed(IN_USE);
      if (board !== null) return { exists: true, asksCode, model: board.model, type: board.type };
      const isCodeMissing = asksCode && readClaim(request.code ?? '').kind === 'missing';
      const exists = isCodeMissing && (await claims.isInStock(caller, request.mac, device));
      return { exists, asksCode, model: null, type: null };
    },
  };
};
