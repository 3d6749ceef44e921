import { isId } from '@nascente/contract/base/conventions';
import {
  createGroup,
  editGroup,
  type Group as GroupAnswer,
  type GroupChange,
  type NewGroup,
  removeGroup,
} from '@nascente/contract/sites/groups';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import type { Due } from '@nascente/domain/base/time/due-date';
import { readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import type { Instant } from '@nascente/domain/base/time/zone';
import { isMember } from '@nascente/domain/energy/subjects/group-members';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection, Database } from '../../platform/database/open-database.ts';
import { Conflict, invalidField, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { type BoardType, type Meter, type MeterDirectory, viewerOf } from '../meters/index.ts';
import type { Group } from './group.ts';
import {
  createGroupsRepository,
  createGroupWrites,
  type GroupsRepository,
  type GroupWrites,
  isNameTaken,
  type NewMember,
} from './groups.repository.ts';

export type { Group, Member } from './group.ts';
export type { GroupsRepository } from './groups.repository.ts';

const GROUP_NOT_FOUND = 'Grupo não encontrado.';

/** A group that the caller may see. Throws the same NotFound for an absent group and for one of another customer. */
export const findGroup = async (groups: GroupsRepository, caller: Caller, id: string): Promise<Group> => {
  const group = isId(id) ? await groups.find(viewerOf(caller), id) : null;
  if (group === null) throw new NotFound(GROUP_NOT_FOUND);
  return group;
};

const NAME_TAKEN = 'Já existe um grupo com esse nome.';
const UNKNOWN_METER = 'Escolha apenas medidores da sua conta.';
const SEVERAL_OWNERS = 'Os medidores de um grupo precisam ser do mesmo titular.';
const FIXED_TYPE = 'O tipo de um grupo não muda: crie outro grupo.';
const OTHER_TYPE: Readonly<Record<BoardType, string>> = {
  eletric: 'Um grupo de energia só tem medidores de energia.',
  water: 'Um grupo de água só tem medidores de água.',
};

const refuseTakenName = (error: unknown): never => {
  throw isNameTaken(error) ? new Conflict(NAME_TAKEN) : error;
};

/** The changes of an edit, for the audit trail. */
const changesOf = (
  { name, members }: Group,
  change: GroupChange,
  meters: readonly Meter[] | null,
): Record<string, string> => {
  const stored = new Set(meters?.map(({ installationId }) => installationId));
  const before = new Set(members.filter(isMember).map(({ installationId }) => installationId));
  return {
    group: name,
    ...(change.name === undefined || change.name === name ? {} : { newName: change.name }),
    ...(change.dueDate === undefined ? {} : { due: String(change.dueDate ?? 'none') }),
    ...(meters === null
      ? {}
      : {
          added: String([...stored].filter((id) => !before.has(id)).length),
          takenOut: String([...before].filter((id) => !stored.has(id)).length),
        }),
  };
};

const createGroupEditing = (needs: {
  db: Connection;
  groups: GroupsRepository;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { db, groups, directory, audit, clock } = needs;

  const notify = (
    within: Connection,
    action: NewAuditEvent['action'],
    caller: Actor,
    { ownerId, ...detail }: { ownerId: string } & Record<string, string>,
  ) => audit.record({ action, by: caller, subjectId: ownerId, detail }, within);

  /** The meters of these MACs, each once. Throws the same InvalidInput for an invisible meter and an unknown MAC. */
  const metersOf = async (
    caller: Caller,
    macs: readonly string[],
    of: { readonly type: BoardType; readonly path: string },
  ): Promise<readonly Meter[]> => {
    if (macs.length === 0) return [];
    const wanted = new Set(macs);
    const meters = (await directory.visibleMeters(caller)).filter(({ mac }) => wanted.has(mac));
    if (meters.length < wanted.size) throw invalidField(of.path, UNKNOWN_METER);
    if (meters.some(({ type }) => type !== of.type)) throw invalidField(of.path, OTHER_TYPE[of.type]);
    return meters;
  };

  const todayOf = ({ zone }: Meter): CivilDate => civilDateAt(clock(), zone);
  const fromInstallation = (meter: Meter): NewMember => ({
    installationId: meter.installationId,
    since: civilDateAt(meter.installedAt, meter.zone),
    addedOn: todayOf(meter),
  });
  const fromCycle = (meter: Meter): NewMember => ({
    installationId: meter.installationId,
    since: readingCycleAt(todayOf(meter), meter.calendar).first,
    addedOn: todayOf(meter),
  });

  /** Replaces the current members of a locked group by these meters. Removed meters stay members. */
  const regroup = async (
    writes: GroupWrites,
    groupId: string,
    meters: readonly Meter[],
    countFrom: GroupChange['countFrom'],
  ): Promise<void> => {
    const present = await writes.present(groupId);
    const presentIds = new Set(present.map(({ installationId }) => installationId));
    const added = meters.filter(({ installationId }) => !presentIds.has(installationId));
    await writes.add(groupId, added.map(countFrom === 'installation' ? fromInstallation : fromCycle));
    const stored = new Set(meters.map(({ installationId }) => installationId));
    const leaving = present.filter((one) => !one.isRemoved && !stored.has(one.installationId));
    for (const [zone, members] of Map.groupBy(leaving, (member) => member.zone)) {
      const ids = members.map(({ installationId }) => installationId);
      await writes.takeOut(groupId, ids, civilDateAt(clock(), zone));
    }
  };

  return {
    /** Creates a group. @returns the id */
    async create(caller: Actor, input: NewGroup): Promise<string> {
      requirePermission(caller, 'edit-groups');
      const { groupName: name, groupType: type, dueDate } = input;
      const path = 'boardsMAC';
      const meters = await metersOf(caller, input.boardsMAC, { type, path });
      const owners = new Set(meters.map(({ ownerId }) => ownerId));
      if (owners.size > 1) throw invalidField(path, SEVERAL_OWNERS);
      const [ownerId = caller.accountId] = owners;
      return db
        .transaction()
        .execute(async (within) => {
          const writes = createGroupWrites(within);
          const due = dueDate as Due | null;
          const id = await writes.insert({ ownerId, name, type, due, createdAt: new Date(clock()) });
          await writes.add(id, meters.map(fromInstallation));
          const boards = String(meters.length);
          await notify(within, 'group-created', caller, { ownerId, group: name, boards });
          return id;
        })
        .catch(refuseTakenName);
    },
    async change(caller: Actor, change: GroupChange): Promise<void> {
      requirePermission(caller, 'edit-groups');
      const group = await findGroup(groups, caller, change._id);
      const { type, ownerId } = group;
      if (change.type !== undefined && change.type !== type) throw invalidField('group.type', FIXED_TYPE);
      const path = 'group.boards';
      const meters =
        change.boards === undefined ? null : await metersOf(caller, change.boards, { type, path });
      if (meters?.some((meter) => meter.ownerId !== ownerId)) throw invalidField(path, SEVERAL_OWNERS);
      await db
        .transaction()
        .execute(async (within) => {
          const writes = createGroupWrites(within);
          if (!(await writes.hold(group.id))) throw new NotFound(GROUP_NOT_FOUND);
          const { name, dueDate } = change;
          await writes.update(group.id, {
            ...(name === undefined ? {} : { name }),
            ...(dueDate === undefined ? {} : { due: dueDate as Due | null }),
          });
          if (meters !== null) await regroup(writes, group.id, meters, change.countFrom);
          await notify(within, 'group-changed', caller, {
            ownerId,
            edited: group.id,
            ...changesOf(group, change, meters),
          });
        })
        .catch(refuseTakenName);
    },
    async remove(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'edit-groups');
      const group = await findGroup(groups, caller, id);
      await db.transaction().execute(async (within) => {
        await createGroupWrites(within).remove(group.id);
        await notify(within, 'group-removed', caller, { ownerId: group.ownerId, group: group.name });
      });
    },
  };
};

export type GroupsService = ReturnType<typeof createGroupsService>;

/** Groups without their consumption. */
const createGroupsService = (groups: GroupsRepository) => ({
  /** Groups with a due date. @param macs - only groups whose current meters are all in this list; `null`: all groups */
  async dueTimes(caller: Caller, macs: readonly string[] | null) {
    requirePermission(caller, 'see-groups');
    const isAmong = ({ members }: Group): boolean => {
      if (macs === null) return true;
      const present = members.filter(isMember);
      return present.length > 0 && present.every(({ mac }) => macs.includes(mac));
    };
    return (await groups.list(viewerOf(caller))).filter((group) => group.due !== null && isAmong(group));
  },
  /** Id, name and owner. */
  async named(caller: Caller): Promise<readonly Pick<Group, 'id' | 'name' | 'ownerId'>[]> {
    requirePermission(caller, 'see-own-meters');
    return groups.list(viewerOf(caller));
  },
});

/** Reads a group with its consumption and cost; the area `energy` implements it. */
type ReadGroup = (caller: Caller, id: string) => Promise<GroupAnswer>;

export const createGroupsFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes'>;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { database, directory, audit, clock } = needs;
  const repository = createGroupsRepository(database);
  const editing = createGroupEditing({ db: database.db, groups: repository, directory, audit, clock });
  return {
    repository,
    service: createGroupsService(repository),
    register(app: CallBinder, readGroup: ReadGroup): void {
      bindCall(app, createGroup, async ({ caller, body }) => {
        const id = await editing.create(caller, body);
        return { group: await readGroup(caller, id) };
      });
      bindCall(app, editGroup, async ({ caller, body }) => {
        await editing.change(caller, body.group);
        return { group: await readGroup(caller, body.group._id) };
      });
      bindCall(app, removeGroup, ({ caller, params }) => editing.remove(caller, params.id));
    },
  };
};
