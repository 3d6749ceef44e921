import { createInstallation } from '@nascente/contract/sites/meters';
import { registerMeter } from '@nascente/contract/sites/registration';
import { useNavigate } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { useRefreshMeters } from '../../shared/boards/refresh-meters.ts';
import type { FreeBoard } from '../../shared/boards/use-board-check.ts';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import type { TypedMeter } from './register-schema.ts';

/** Spec, section 2: the default of what is not asked. */
const TENSION = 220;

interface Registered {
  readonly board: FreeBoard;
  /** Whose it will be, where that is somebody else. */
  readonly ownerId: string | null;
}

const send = async (typed: TypedMeter, { board, ownerId }: Registered): Promise<unknown> => {
  const { alias, comment, isGeneral, isSolar: solarPanel, tariff: tax } = typed;
  const proof = board.code === undefined ? {} : { code: board.code };
  if (typed.where === 'existing') {
    const at = { locationCode: typed.establishmentId, name: alias, meter: board.mac, ...proof, comment };
    return request(createInstallation, {
      body: { ...at, fuseBoxMeter: isGeneral, solarPanel, voltage: TENSION, tax },
    });
  }
  const { establishmentName: name, address, postalCode, description } = typed;
  const location = { name, address, postalCode, description, ...(ownerId !== null && { owner: ownerId }) };
  const meter = { MACAddress: board.mac, ...proof, Alias: alias, Comment: comment, isGeral: isGeneral, tax };
  return request(registerMeter, { body: { ...meter, location, solarPanel, tension: TENSION } });
};

/** Registers a meter, and opens its page, which waits for the first message. */
export const useRegisterMeter = () => {
  const refresh = useRefreshMeters();
  const navigate = useNavigate();
  return async (typed: TypedMeter, registered: Registered): Promise<void> => {
    await send(typed, registered);
    await refresh();
    announce('Medidor Cadastrado com sucesso!', { tone: 'good', lastsMs: METER_AREA_MS });
    void navigate(`/meter/${registered.board.mac}`, { replace: true });
  };
};
