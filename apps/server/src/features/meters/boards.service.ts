import type { NewBoard } from '@nascente/contract/meters';
import type { Mac } from '@nascente/domain/metering/mac';
import { may } from '@nascente/domain/people/permissions';
import { Conflict, InvalidInput, NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { hashDeviceKey, newDeviceKey } from './device-keys.ts';
import type { InventoryRepository } from './inventory.repository.ts';
import type { BoardModel, BoardType } from './meter.ts';
import type { MeterDirectory } from './meter-directory.ts';

export const IN_USE = 'Este MAC Address já esta sendo usado!';
const NOT_ALLOWED = 'Seu perfil não permite esta operação.';
const NAMED_AT_MOST = 50;

export interface BoardsService {
  /** Adds boards with new keys, all or nothing. */
  provision(caller: Caller, boards: readonly NewBoard[]): Promise<{ mac: string; key: string }[]>;
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

/** `tri` as a type is historic: electric, of model tri. */
const normalize = ({ type, ...board }: NewBoard) =>
  type === 'tri' ? { ...board, type: 'eletric' as const, model: 'tri' as const } : { ...board, type };

const refuseRepeated = (boards: readonly NewBoard[]): void => {
  const seen = new Set<string>();
  const errors = boards.flatMap(({ mac }, index) => {
    const isRepeated = seen.has(mac);
    seen.add(mac);
    return isRepeated ? [{ path: `boards.${index}.mac`, msg: `${mac} está repetido` }] : [];
  });
  if (errors[0]) throw new InvalidInput(errors[0].msg, errors);
};

const namesOf = (macs: readonly string[]): string => {
  const more = macs.length - NAMED_AT_MOST;
  return macs.slice(0, NAMED_AT_MOST).join(', ') + (more > 0 ? ` e mais ${more}` : '');
};

export const createBoardsService = (needs: {
  inventory: InventoryRepository;
  directory: MeterDirectory;
}): BoardsService => {
  const { inventory, directory } = needs;
  return {
    async provision(caller, boards) {
      if (!may(caller.profile, 'provision-boards')) throw new NotAllowed(NOT_ALLOWED);
      refuseRepeated(boards);
      const keyed = boards.map((board) => ({ board: normalize(board), key: newDeviceKey() }));
      const known = await inventory.add(
        keyed.map(({ board, key }) => ({ ...board, keyHash: hashDeviceKey(key) })),
      );
      if (known.length > 0) throw new Conflict(`Já existem placas com estes endereços: ${namesOf(known)}`);
      for (const { board } of keyed) directory.announce({ mac: board.mac as Mac });
      return keyed.map(({ board, key }) => ({ mac: board.mac, key }));
    },
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
