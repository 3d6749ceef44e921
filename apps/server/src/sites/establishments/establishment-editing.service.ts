import { isId } from '@nascente/contract/base/conventions';
import {
  type EstablishmentChange,
  type NewEstablishment,
  newEstablishment,
  STEP_TEXTS,
} from '@nascente/contract/sites/establishment-steps';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import { isActivity, isEmployeeRangeOf } from '@nascente/domain/sites/registry/activities';
import { isStateCode, zoneOfState } from '@nascente/domain/sites/registry/states';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { viewerOf } from '../meters/index.ts';
import { createEstablishmentRecorder, differencesOf } from './establishment-audit-events.ts';
import { createEstablishmentOwners } from './establishment-owners.ts';
import type { Establishment } from './establishment-row.ts';
import { toColumns } from './establishment-row.ts';
import {
  createEstablishmentWrites,
  type EstablishmentWrites,
  isCnpjTaken,
} from './establishments.repository.ts';
import { ESTABLISHMENT_NOT_FOUND } from './establishments.service.ts';
import { createOwnersRepository } from './owners.repository.ts';
import { hashOf, REPEATED_WITHIN_MS } from './seed-location.ts';

/** The wizard's fields after the change. */
const afterChange = (establishment: Establishment, change: EstablishmentChange) => ({
  cnpj: change.cnpj,
  corporateName: change.corporateName ?? establishment.corporateName,
  fantasyName: change.fantasyName ?? establishment.fantasyName,
  activity: change.activity ?? establishment.activity,
  numberOfEmployees: change.numberOfEmployees ?? establishment.numberOfEmployees,
  location: {
    postalCode: change.location?.postalCode ?? establishment.postalCode,
    address: change.location?.address ?? establishment.address,
    neighborhood: change.location?.neighborhood ?? establishment.neighborhood,
    city: change.location?.city ?? establishment.city,
    state: change.location?.state ?? establishment.state,
  },
  businessHours: change.businessHours ?? establishment.businessHours,
  bill: { tariff: change.bill?.tariff ?? establishment.tariffGroup },
  voltage: change.voltage ?? establishment.voltage,
  consumerUnit: change.consumerUnit ?? establishment.consumerUnit,
});

/**
 * A location becomes an establishment when it gets a CNPJ ('Terminar cadastro'). Then all fields of a new establishment are
 * required, because no later form requests them. Throws InvalidInput.
 */
const requireCompletion = (establishment: Establishment, change: EstablishmentChange): void => {
  if (establishment.cnpj !== null || change.cnpj === undefined) return;
  const { error } = newEstablishment.safeParse(afterChange(establishment, change));
  const problems = (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), msg: message }));
  if (problems[0] !== undefined) throw new InvalidInput(problems[0].msg, problems);
};

const meters = (count: number): string => (count === 1 ? '1 medidor' : `${count} medidores`);

/**
 * The reason why an establishment cannot be removed, or `null`. Its measurements would be removed too: active meters must first
 * be moved or removed, and the history of removed meters is deleted only with the whole account.
 */
const removalRefusal = (installations: { inUse: number; removed: number }): string | null => {
  const { inUse, removed } = installations;
  if (inUse > 0)
    return `Este estabelecimento tem ${meters(inUse)}. Mova ou remova os medidores antes de excluí-lo.`;
  if (removed > 0)
    return `Este estabelecimento guarda o histórico de ${meters(removed)} que ele já teve e por isso não pode ser excluído.`;
  return null;
};

const TAKEN = 'Este CNPJ já está cadastrado em outro estabelecimento da sua conta.';
const NO_TARIFF = 'Escolha uma tarifa';
const NO_UPLOAD = 'Imagem não encontrada. Envie a imagem da fatura novamente.';

const refuseCnpj = (): never => {
  throw new InvalidInput(TAKEN, [{ path: 'cnpj', msg: TAKEN }], 'duplicate');
};

/** The range of employees depends on the activity: a change of one must fit the stored other. */
const requireFittingEmployees = (establishment: Establishment, change: EstablishmentChange): void => {
  if (change.activity === undefined && change.numberOfEmployees === undefined) return;
  const activity = change.activity ?? establishment.activity ?? '';
  const employees = change.numberOfEmployees ?? establishment.numberOfEmployees ?? '';
  if (!isActivity(activity)) refuseField('activity', STEP_TEXTS.activity);
  else if (!isEmployeeRangeOf(activity, employees))
    refuseField('numberOfEmployees', STEP_TEXTS.numberOfEmployees);
};

const capitalZone = (state: string | null | undefined): Zone | undefined =>
  state && isStateCode(state) ? zoneOfState(state) : undefined;

/** The zone follows the state until a user chooses another zone. */
const zoneAfter = (establishment: Establishment, change: EstablishmentChange): Zone | undefined => {
  const { zone, location } = change;
  if (zone !== undefined || location?.state === undefined) return zone;
  const wasProposed = establishment.state === null || establishment.zone === capitalZone(establishment.state);
  return wasProposed ? capitalZone(location.state) : undefined;
};

/** The name in lists follows the fantasy name until a user chooses another name. */
const nameAfter = (
  establishment: Establishment,
  { name, fantasyName }: EstablishmentChange,
): string | undefined => {
  if (name !== undefined || fantasyName === undefined) return name;
  const wasProposed = establishment.fantasyName === null || establishment.name === establishment.fantasyName;
  return wasProposed ? fantasyName : undefined;
};

const requireReferences = async (
  writes: EstablishmentWrites,
  { accountId }: Caller,
  { tax, bill }: EstablishmentChange,
  present: Pick<Establishment, 'billImageId'> | null,
): Promise<void> => {
  if (tax && !(isId(tax) && (await writes.isElectricTariff(tax)))) refuseField('tax', NO_TARIFF);
  const image = bill?.image ?? null;
  if (image === null || image === present?.billImageId) return;
  if (!(isId(image) && (await writes.isUploadOf(accountId, image)))) refuseField('bill.image', NO_UPLOAD);
};

export const createEstablishmentEditing = (needs: {
  db: Connection;
  audit: AuditTrail;
  clock: () => Instant;
  maxEstablishments: number;
}) => {
  const { db, audit, clock, maxEstablishments } = needs;
  const notify = createEstablishmentRecorder(audit);

  const lockEstablishment = async (
    writes: EstablishmentWrites,
    caller: Caller,
    id: string,
  ): Promise<Establishment> => {
    const establishment = isId(id) ? await writes.lock(viewerOf(caller), id) : null;
    if (establishment === null) throw new NotFound(ESTABLISHMENT_NOT_FOUND);
    return establishment;
  };

  const createAt = async (within: Connection, caller: Actor, input: NewEstablishment): Promise<string> => {
    const writes = createEstablishmentWrites(within);
    await requireReferences(writes, caller, input, null);
    const now = clock();
    const ownerId = await createEstablishmentOwners(
      createOwnersRepository(within),
      maxEstablishments,
    ).ownerFor(caller, input.owner);
    const request = { ownerId, cnpj: input.cnpj, hash: hashOf(input), at: new Date(now) };
    const columns = toColumns({ ...input, zone: input.zone ?? zoneOfState(input.location.state) });
    const name = input.name ?? input.fantasyName;
    const id = await writes.insert(request, { ...columns, name });
    if (id === null)
      return (await writes.createdBy(request, new Date(now - REPEATED_WITHIN_MS))) ?? refuseCnpj();
    await notify(within, 'establishment-created', caller, { ownerId, name });
    return id;
  };

  const changeAt = async (within: Connection, caller: Actor, id: string, change: EstablishmentChange) => {
    const writes = createEstablishmentWrites(within);
    const establishment = await lockEstablishment(writes, caller, id);
    requireCompletion(establishment, change);
    requireFittingEmployees(establishment, change);
    await requireReferences(writes, caller, change, establishment);
    const derived = { zone: zoneAfter(establishment, change), name: nameAfter(establishment, change) };
    await writes.update(establishment.id, toColumns({ ...change, ...derived }));
    const after = await lockEstablishment(writes, caller, id);
    const differences = differencesOf(establishment, after);
    if (differences === null) return;
    const isCompleted = establishment.cnpj === null && after.cnpj !== null;
    await notify(
      within,
      isCompleted ? 'establishment-completed' : 'establishment-changed',
      caller,
      establishment,
      {
        ...differences,
        edited: establishment.id,
      },
    );
  };

  return {
    /** Creates an establishment. @returns the id; for a repeated request the id of the first one */
    async create(caller: Actor, input: NewEstablishment): Promise<string> {
      requirePermission(caller, 'create-establishment');
      return db.transaction().execute((within) => createAt(within, caller, input));
    },
    /** Changes an establishment, or completes a location. Absent fields stay unchanged. */
    async change(caller: Actor, id: string, change: EstablishmentChange): Promise<void> {
      requirePermission(caller, 'edit-establishment');
      await db
        .transaction()
        .execute((within) => changeAt(within, caller, id, change))
        .catch((error: unknown) => {
          if (isCnpjTaken(error)) refuseCnpj();
          throw error;
        });
    },
    /** Throws Conflict if the establishment has or had a meter. */
    async remove(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'remove-establishment');
      await db.transaction().execute(async (within) => {
        const writes = createEstablishmentWrites(within);
        const establishment = await lockEstablishment(writes, caller, id);
        const refusal = removalRefusal(await writes.installations(establishment.id));
        if (refusal !== null) throw new Conflict(refusal);
        await writes.remove(establishment.id);
        await notify(within, 'establishment-removed', caller, establishment);
      });
    },
  };
};
