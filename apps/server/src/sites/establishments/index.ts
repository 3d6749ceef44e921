import {
  createEstablishment,
  createLocation,
  listEstablishments,
  readEstablishment,
  removeEstablishment,
  updateEstablishment,
} from '@nascente/contract/sites/establishments';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createEstablishmentEditing } from './establishment-editing.service.ts';
import type { EstablishmentFacts, Utility } from './establishment-facts.repository.ts';
import { createEstablishmentsRepository } from './establishments.repository.ts';
import { createEstablishmentsService } from './establishments.service.ts';

export { createEstablishmentRecorder as createTellOfEstablishment } from './establishment-audit-events.ts';
export {
  calendarOf,
  createEstablishmentFactsRepository,
  type EstablishmentFacts,
  type EstablishmentFactsRepository,
  type EstablishmentMeter,
  isAssignedTo as isGivenTo,
  type StoredContract,
  type Utility,
} from './establishment-facts.repository.ts';
export type { EstablishmentsService } from './establishments.service.ts';
export { seedLocation } from './seed-location.ts';

/** The tariff of the current general meter, else of another current meter, else of the newest former one. */
export const meterTariffIdOf = (facts: EstablishmentFacts, type: Utility): string | null => {
  const metersOfType = facts.meters.filter((meter) => meter.type === type && meter.tariffId !== null);
  const present = metersOfType.filter(({ removedAt }) => removedAt === null);
  const meter = present.find(({ isGeneral }) => isGeneral) ?? present[0] ?? metersOfType.at(-1);
  return meter?.tariffId ?? null;
};

/** The tariff if no contract names one: for electricity that of the establishment, else that of a meter. */
export const tariffIdOf = (facts: EstablishmentFacts, type: Utility): string | null =>
  (type === 'eletric' ? facts.tariffId : null) ?? meterTariffIdOf(facts, type);

/** A tariff by which an establishment is billed from a day on. */
interface AgreedTariff {
  /** `null`: there is no contract. */
  readonly validFrom: CivilDate | null;
  readonly tariffId: string | null;
}

/** The tariffs of electricity over time, oldest first. */
export const agreedTariffsOf = (facts: EstablishmentFacts): readonly AgreedTariff[] => {
  const own = tariffIdOf(facts, 'eletric');
  const contracts = facts.contracts.filter(({ type }) => type === 'eletric');
  if (contracts.length === 0) return [{ validFrom: null, tariffId: own }];
  return contracts.map(({ validFrom, tariffId }) => ({ validFrom, tariffId: tariffId ?? own }));
};

export const createEstablishmentsFeature = (needs: {
  db: Connection;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
  /** URL of the panel of refrigerated equipment, with `{establishment}` as a placeholder for the id. */
  refrigerationPanelUrl: string | null;
  /** Maximum establishments of one account. */
  maxEstablishments: number;
}) => {
  const { directory, audit, refrigerationPanelUrl, clock, maxEstablishments, db } = needs;
  const editing = createEstablishmentEditing({ audit, clock, maxEstablishments, db });
  const establishments = createEstablishmentsRepository(db);
  const service = createEstablishmentsService({
    db,
    establishments,
    directory,
    audit,
    refrigerationPanelUrl,
    clock,
    maxEstablishments: needs.maxEstablishments,
  });
  return {
    service,
    register(app: CallBinder): void {
      bindField(app, listEstablishments, ({ caller }) => service.list(caller));
      bindField(app, createLocation, ({ caller, body }) => service.createLocation(caller, body));
      bindField(app, readEstablishment, ({ caller, params }) => service.read(caller, params.id));
      bindCall(app, createEstablishment, async ({ caller, body }) => {
        const id = await editing.create(caller, body);
        return { establishment: await service.read(caller, id) };
      });
      bindCall(app, updateEstablishment, async ({ caller, params, body }) => {
        await editing.change(caller, params.id, body);
        return { establishment: await service.read(caller, params.id) };
      });
      bindCall(app, removeEstablishment, ({ caller, params }) => editing.remove(caller, params.id));
    },
  };
};
