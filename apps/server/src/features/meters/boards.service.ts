import { may } from '@nascente/domain/people/permissions';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { IN_USE } from './installation-rules.ts';
import type { InventoryRepository } from './inventory.repository.ts';
import type { BoardModel, BoardType } from './meter.ts';

const NOT_ALLOWED = 'Seu perfil não permite esta operação.';

export interface BoardsService {
  verify(
    caller: Caller,
    mac: string,
  ): Promise<{
    exists: boolean;
    installed: boolean;
    model: BoardModel | null;
    type: BoardType | null;
  }>;
  /** Whether the board exists and is free. Throws NotAllowed when it is installed. */
  validate(caller: Caller, mac: string): Promise<boolean>;
}

export const createBoardsService = (needs: { inventory: InventoryRepository }): BoardsService => {
  const { inventory } = needs;
  return {
    async verify(caller, mac) {
      if (!may(caller.profile, 'verify-meter')) throw new NotAllowed(NOT_ALLOWED);
      const board = await inventory.find(mac);
      if (board === null) return { exists: false, installed: false, model: null, type: null };
      return { exists: true, installed: board.isInstalled, model: board.model, type: board.type };
    },
    async validate(caller, mac) {
      if (!may(caller.profile, 'install-meter')) throw new NotAllowed(NOT_ALLOWED);
      const board = await inventory.find(mac);
      if (board?.isInstalled) throw new NotAllowed(IN_USE);
      return board !== null;
    },
  };
};
