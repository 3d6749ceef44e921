import type { BodyOf } from '@nascente/contract/call';
import { isId } from '@nascente/contract/conventions';
import type { Board, createInstallation, Installation } from '@nascente/contract/meters';
import type { Mac } from '@nascente/domain/metering/mac';
import { may } from '@nascente/domain/people/permissions';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/time/zone';
import { Conflict, InvalidInput, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { toBoard } from './board-answer.ts';
import { IN_USE } from './boards.service.ts';
import type { InstallationsRepository } from './installations.repository.ts';
import type { InventoryRepository } from './inventory.repository.ts';
import type { BoardType } from './meter.ts';
import type { MeterDirectory } from './meter-directory.ts';
import { viewerOf } from './visibility.ts';

/** As far as clocks may differ. */
const AHEAD_MS = 10 * MINUTE_MS;

export interface InstallationsService {
  list(caller: Caller): Promise<Board[]>;
  read(caller: Caller, mac: string): Promise<Board>;
  install(caller: Caller, given: BodyOf<typeof createInstallation>): Promise<Installation>;
}

export const createInstallationsService = (needs: {
  installations: InstallationsRepository;
  inventory: InventoryRepository;
  directory: MeterDirectory;
  clock: () => Instant;
}): InstallationsService => {
  const { installations, inventory, directory, clock } = needs;

  const requireTariff = async (tariffId: string, type: BoardType): Promise<void> => {
    const found = isId(tariffId) ? await installations.tariffType(tariffId) : null;
    if (found === type) return;
    const msg = found === null ? 'Escolha uma tarifa' : 'Esta tarifa não serve para este tipo de medidor.';
    throw new InvalidInput(msg, [{ path: 'tax', msg }]);
  };

  const startOf = (given: number | undefined): Instant => {
    const now = clock();
    if (given === undefined || given <= now) return instant(given ?? now);
    const msg = 'A data de instalação não pode ser futura.';
    if (given - now > AHEAD_MS) throw new InvalidInput(msg, [{ path: 'installDate', msg }]);
    return now;
  };

  return {
    async list(caller) {
      if (!may(caller.profile, 'see-own-meters')) return [];
      const meters = await directory.visibleMeters(caller);
      const states = await directory.states(meters);
      const now = clock();
      return meters.map((meter) => toBoard(meter, states.get(meter.installationId), now));
    },
    async read(caller, mac) {
      const meter = await directory.findVisible(caller, mac);
      const states = await directory.states([meter]);
      return toBoard(meter, states.get(meter.installationId), clock());
    },
    async install(caller, given) {
      if (!may(caller.profile, 'install-meter'))
        throw new NotAllowed('Seu perfil não permite esta operação.');
      const place = given.locationCode;
      if (!isId(place) || !(await installations.isPlaceOf(viewerOf(caller), place))) {
        throw new NotFound('Local não encontrado.');
      }
      const board = await inventory.find(given.meter);
      if (board === null) throw new NotFound('Medidor não encontrado.');
      if (given.tax !== null) await requireTariff(given.tax, board.type);
      const id = await installations.insert({
        establishmentId: place,
        mac: board.mac,
        name: given.name,
        comment: given.comment,
        isGeneral: given.fuseBoxMeter,
        hasSolarPanel: given.solarPanel,
        voltage: given.voltage,
        tariffId: given.tax,
        installedAt: startOf(given.installDate),
      });
      if (id === null) throw new Conflict(IN_USE);
      directory.announce({ mac: board.mac as Mac });
      const { type, model, equipment } = board;
      const { name, meter, comment, fuseBoxMeter, tax } = given;
      return { _id: String(id), name, meter, comment, fuseBoxMeter, tax, type, model, equipment };
    },
  };
};
