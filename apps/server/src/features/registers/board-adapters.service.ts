import type { AnsweredAdapter } from '@nascente/contract/board-adapter';
import { isFieldOf } from '@nascente/domain/metering/adapters/mapped-field';
import type { BoardKind } from '@nascente/domain/metering/frame';
import type { Mac } from '@nascente/domain/metering/mac';
import type { Instant } from '@nascente/domain/time/zone';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDirectory } from '../meters/index.ts';
import type { BoardAdaptersRepository } from './board-adapters.repository.ts';

export interface BoardAdaptersService {
  /** Null: the board speaks the native lines. Throws NotFound. */
  read(caller: Caller, mac: string): Promise<AnsweredAdapter | null>;
  /** Throws NotFound, InvalidInput, and Conflict when another board reads the same topic. */
  set(caller: Caller, mac: string, adapter: AnsweredAdapter | null): Promise<AnsweredAdapter | null>;
}

export const createBoardAdaptersService = (needs: {
  adapters: BoardAdaptersRepository;
  directory: Pick<MeterDirectory, 'announce'>;
  clock: () => Instant;
}): BoardAdaptersService => {
  const { adapters, directory, clock } = needs;

  const kindOf = async (mac: string): Promise<BoardKind> => {
    const kind = await adapters.kindOf(mac);
    if (kind === null) throw new NotFound('Placa não encontrada.');
    return kind;
  };

  return {
    async read(caller, mac) {
      requirePermission(caller, 'see-inventory');
      await kindOf(mac);
      return adapters.find(mac);
    },
    async set(caller, mac, adapter) {
      requirePermission(caller, 'provision-boards');
      const kind = await kindOf(mac);
      if (adapter === null) await adapters.remove(mac);
      else {
        refuseForeignFields(adapter, kind);
        const rival = await adapters.rival(mac, adapter.topic);
        if (rival !== null) throw new Conflict(`O tópico já é lido pela placa ${rival}.`);
        await adapters.save(mac, adapter, new Date(clock()));
      }
      directory.announce({ mac: mac as Mac });
      return adapter;
    },
  };
};

const refuseForeignFields = ({ mapping }: AnsweredAdapter, kind: BoardKind): void => {
  const errors = (mapping?.rules ?? []).flatMap(({ field }, index) =>
    isFieldOf(kind, field)
      ? []
      : [{ path: `adapter.mapping.rules.${index}.field`, msg: `Uma placa deste tipo não mede ${field}.` }],
  );
  if (errors[0]) throw new InvalidInput(errors[0].msg, errors);
};
