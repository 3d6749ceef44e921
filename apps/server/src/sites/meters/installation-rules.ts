import { isId } from '@nascente/contract/base/conventions';
import { METER_TEXTS } from '@nascente/contract/sites/meter-changes';
import { Conflict, invalidField } from '../../platform/errors.ts';
import type { InstallationWrites } from './installation-writes.repository.ts';
import type { InstallationsRepository } from './installations.repository.ts';
import type { BoardType } from './meter.ts';

export const IN_USE = 'Este MAC Address já esta sendo usado!';
const WRONG_KIND = 'Esta tarifa não serve para este tipo de medidor.';

/** Throws InvalidInput unless the tariff exists and is for this type of meter. @param missing - message if it does not exist */
export const requireTariff = async (
  installations: Pick<InstallationsRepository, 'tariffType'>,
  { tariffId, type, missing }: { tariffId: string; type: BoardType; missing: string },
): Promise<void> => {
  const found = isId(tariffId) ? await installations.tariffType(tariffId) : null;
  if (found === type) return;
  const msg = found === null ? missing : WRONG_KIND;
  throw invalidField('tax', msg);
};

/** Throws InvalidInput for a water meter that is marked as solar. */
export const requireSolarKind = (type: BoardType, solarPanel: boolean | undefined): void => {
  if (type !== 'water' || solarPanel !== true) return;
  const msg = METER_TEXTS.solarWater;
  throw invalidField('solarPanel', msg);
};

/**
 * Throws Conflict if an establishment has a general meter of the type, other than the installation `ignored`. It is not replaced
 * silently, because that would change the source of all totals of the establishment. The establishment must be locked.
 */
export const requireOnlyGeneral = async (
  writes: Pick<InstallationWrites, 'generalAt'>,
  { establishmentId, type, ignored }: { establishmentId: string; type: BoardType; ignored: number | null },
): Promise<void> => {
  const other = await writes.generalAt(establishmentId, type, ignored);
  if (other === null) return;
  const utility = type === 'water' ? 'de água' : 'de energia';
  throw new Conflict(
    `Este estabelecimento já tem um medidor geral ${utility}: ${other}. Desmarque-o antes de marcar outro.`,
  );
};
