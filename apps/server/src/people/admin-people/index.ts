import type { QueryOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import {
  decideUpgrade,
  editPerson,
  type ListedPerson,
  listPeople,
  listUpgrades,
  type Upgrade,
} from '@nascente/contract/people/admin-people';
import type { Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, invalidField, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Device } from '../../platform/http/device.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { smallPicture } from '../../platform/pictures/small-picture.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { SessionFeature, SessionService } from '../session/index.ts';
import {
  createPeopleRepository,
  createPersonAccessRepository,
  createUpgradesRepository,
  type PeopleRepository,
  type PersonAccess,
  type StoredPerson,
  type StoredUpgrade,
} from './people.repository.ts';

interface PersonChange {
  readonly profile?: Profile | undefined;
  readonly disabled?: boolean | undefined;
  /** Account id; `null` removes the partner. */
  readonly partner?: string | null | undefined;
  /** Image data URL; `null` removes the logo. */
  readonly logoPartner?: string | null | undefined;
}

/** Throws Conflict if the last enabled Admin would be lost, or the person's profile, users or Manager do not fit the change. */
const requireTenable = (
  person: PersonAccess,
  { profile = person.profile, disabled = person.isDisabled, partner, logoPartner }: PersonChange,
): void => {
  const isAdminNow = person.profile === 'Admin' && !person.isDisabled;
  const staysAdmin = profile === 'Admin' && !disabled;
  if (isAdminNow && !staysAdmin && person.enabledAdmins < 2)
    throw new Conflict('O sistema precisa de ao menos um administrador ativo.');
  if (person.clientUsers > 0 && !may(profile, 'manage-client-users'))
    throw new Conflict('Esta pessoa tem usuários clientes: exclua-os antes de mudar o perfil.');
  if (person.establishments > 0 && profile === 'client')
    throw new Conflict('Esta pessoa tem estabelecimentos e não pode ter o perfil de cliente.');
  if (logoPartner && profile !== 'partner') throw new Conflict('Só um parceiro tem logotipo de parceiro.');
  if (partner && person.managerId !== null)
    throw new Conflict('Um cliente tem o parceiro do gestor dele: informe o parceiro na conta do gestor.');
};

/**
 * Sets the profile that the identity provider states. The account's sessions must be ended after the commit. Throws NotFound, or
 * Conflict (see `requireTenable`).
 */
export type FollowProfile = (
  within: Connection,
  change: { readonly accountId: string; readonly profile: Profile; readonly device: Device },
) => Promise<void>;

const createFollowProfile = (needs: { audit: AuditTrail; clock: () => Instant }): FollowProfile => {
  const { audit, clock } = needs;
  return async (within, { accountId, profile, device }) => {
    const access = createPersonAccessRepository(within);
    const person = await access.lock(accountId);
    if (person === null) throw new NotFound('Usuário não encontrado.');
    requireTenable(person, { profile });
    await access.setProfile(accountId, profile, { accountId, at: clock() });
    const detail = { from: person.profile, to: profile, by: 'provider' };
    await audit.record(
      { action: 'profile-changed', actorId: null, subjectId: accountId, device, detail },
      within,
    );
  };
};

const toListed = ({ id, isEmailConfirmed, isDisabled, createdAt, lastSeenAt, ...rest }: StoredPerson) => ({
  _id: id,
  ...rest,
  active: isEmailConfirmed,
  disabled: isDisabled,
  createdAt: createdAt.toISOString(),
  lastSeen: lastSeenAt?.toISOString() ?? null,
});

interface Step {
  readonly within: Connection;
  readonly event: { readonly by: Actor; readonly subjectId: string };
  readonly at: Instant;
}

const NO_PARTNER = 'Este parceiro não foi encontrado.';

const absentPerson = (): never => {
  throw new NotFound('Usuário não encontrado.');
};

const createPeopleService = (needs: {
  db: Connection;
  people: PeopleRepository;
  session: Pick<SessionService, 'endAllOf'>;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { db, people, session, audit, clock } = needs;

  const setProfile = async (step: Step, from: Profile, to: Profile): Promise<void> => {
    const { within, event, at } = step;
    await createPersonAccessRepository(within).setProfile(event.subjectId, to, {
      accountId: event.by.accountId,
      at,
    });
    await audit.record({ ...event, action: 'profile-changed', detail: { from, to } }, within);
  };

  const setDisabled = async ({ within, event, at }: Step, isDisabled: boolean): Promise<void> => {
    await createPersonAccessRepository(within).setDisabled(event.subjectId, isDisabled ? at : null);
    await audit.record({ ...event, action: isDisabled ? 'account-disabled' : 'account-enabled' }, within);
  };

  const setPartner = async (
    { within, event }: Step,
    from: string | null,
    to: string | null,
  ): Promise<void> => {
    const id = to?.toLowerCase() ?? null;
    if (id === from) return;
    const access = createPersonAccessRepository(within);
    if (id !== null && (id === event.subjectId || !isId(id) || !(await access.isPartner(id))))
      throw invalidField('partner', NO_PARTNER);
    await access.setPartner(event.subjectId, id);
    const detail = { ...(from !== null && { from }), ...(id !== null && { to: id }) };
    await audit.record({ ...event, action: 'partner-changed', detail }, within);
  };

  const setPartnerLogo = async ({ within, event }: Step, logo: string | null): Promise<void> => {
    await createPersonAccessRepository(within).setPartnerLogo(event.subjectId, logo);
    const detail = { edited: event.subjectId };
    await audit.record({ ...event, action: 'partner-logo-changed', detail }, within);
  };

  /** @returns accounts to sign out: none if profile and state are equal; also the client users of a disabled person. */
  const change = async (step: Step, wanted: PersonChange): Promise<readonly string[]> => {
    const access = createPersonAccessRepository(step.within);
    const { subjectId } = step.event;
    const person = (await access.lock(subjectId)) ?? absentPerson();
    requireTenable(person, wanted);
    const { profile = person.profile, disabled = person.isDisabled } = wanted;
    const isOtherProfile = profile !== person.profile;
    const isOtherState = disabled !== person.isDisabled;
    if (isOtherProfile) await setProfile(step, person.profile, profile);
    if (isOtherState) await setDisabled(step, disabled);
    if (wanted.partner !== undefined) await setPartner(step, person.partnerId, wanted.partner);
    if (wanted.logoPartner !== undefined) await setPartnerLogo(step, wanted.logoPartner);
    if (!isOtherProfile && !isOtherState) return [];
    return isOtherState && disabled ? [subjectId, ...(await access.clientUsersOf(subjectId))] : [subjectId];
  };

  return {
    async list(
      caller: Caller,
      { search = '', profile, state, limit, skip }: QueryOf<typeof listPeople>,
    ): Promise<{ users: ListedPerson[]; total: number }> {
      requirePermission(caller, 'see-people');
      const isDisabled = state === undefined ? null : state === 'disabled';
      const filter = { search, profile: profile ?? null, isDisabled, limit, skip };
      const users = (await people.list(filter, clock())).map(toListed);
      return { users, total: await people.count(filter) };
    },
    /** Throws NotFound, InvalidInput, or Conflict (see `requireTenable`; also if callers disable themselves). */
    async edit(
      caller: Actor,
      writtenId: string,
      { logoPartner, ...access }: PersonChange,
    ): Promise<ListedPerson> {
      requirePermission(caller, 'edit-people');
      const id = isId(writtenId) ? writtenId.toLowerCase() : absentPerson();
      if (id === caller.accountId && access.disabled)
        throw new Conflict('Você não pode desativar a própria conta.');
      const logo = logoPartner
        ? await smallPicture(logoPartner, 'logoPartner', caller.accountId)
        : logoPartner;
      const wanted = { ...access, logoPartner: logo };
      const event = { by: caller, subjectId: id };
      const ending = await db
        .transaction()
        .execute((within) => change({ within, event, at: clock() }, wanted));
      for (const accountId of ending) await session.endAllOf(accountId);
      return toListed((await people.find(id, clock())) ?? absentPerson());
    },
  };
};

const toUpgrade = (stored: StoredUpgrade): Upgrade => ({
  id: stored.id,
  user: {
    _id: stored.accountId,
    firstName: stored.firstName,
    lastName: stored.lastName,
    email: stored.email,
    profile: stored.profile,
  },
  requestedAt: stored.requestedAt.toISOString(),
  decidedAt: stored.decidedAt?.toISOString() ?? null,
  approved: stored.approved,
});

interface By {
  readonly accountId: string;
  readonly at: Instant;
}

const absentRequest = (): never => {
  throw new NotFound('Solicitação não encontrada.');
};

const createUpgradesService = (needs: {
  db: Connection;
  session: Pick<SessionService, 'refresh'>;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { db, session, audit, clock } = needs;

  const decideAt = async (within: Connection, id: string, approve: boolean, by: By) => {
    const upgrades = createUpgradesRepository(within);
    const access = createPersonAccessRepository(within);
    const { accountId } = (await upgrades.find(id)) ?? absentRequest();
    const person = await access.lock(accountId);
    if (!(await upgrades.decide(id, approve, by))) throw new Conflict('Esta solicitação já foi decidida.');
    if (approve && person?.profile !== 'user') throw new Conflict('O perfil desta pessoa já mudou.');
    if (approve) await access.setProfile(accountId, 'Manager', by);
    return (await upgrades.find(id)) ?? absentRequest();
  };

  return {
    async list(caller: Caller): Promise<Upgrade[]> {
      requirePermission(caller, 'decide-upgrades');
      return (await createUpgradesRepository(db).listOpen()).map(toUpgrade);
    },
    /** Throws NotFound, or Conflict if the request is already decided or the person's profile has changed. */
    async decide(caller: Actor, id: string, approve: boolean): Promise<Upgrade> {
      requirePermission(caller, 'decide-upgrades');
      const by = { accountId: caller.accountId, at: clock() };
      const decided = await db.transaction().execute(async (within) => {
        const upgrade = await decideAt(within, isId(id) ? id : absentRequest(), approve, by);
        const event = { by: caller, subjectId: upgrade.accountId };
        await audit.record({ ...event, action: approve ? 'upgrade-approved' : 'upgrade-refused' }, within);
        return upgrade;
      });
      await session.refresh(decided.accountId);
      return toUpgrade(decided);
    },
  };
};

/** Administration of all accounts. */
export const createAdminPeopleFeature = (needs: {
  db: Connection;
  session: Pick<SessionFeature, 'session'>;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { audit, clock, db } = needs;
  const { session } = needs.session;
  const people = createPeopleService({ db, people: createPeopleRepository(db), session, audit, clock });
  const upgrades = createUpgradesService({ db, session, audit, clock });
  return {
    followProfile: createFollowProfile({ audit, clock }),
    register(app: CallBinder): void {
      bindCall(app, listPeople, ({ caller, query }) => people.list(caller, query));
      bindField(app, editPerson, ({ caller, params, body }) => people.edit(caller, params.id, body));
      bindField(app, listUpgrades, ({ caller }) => upgrades.list(caller));
      bindField(app, decideUpgrade, ({ caller, params, body }) =>
        upgrades.decide(caller, params.id, body.approve),
      );
    },
  };
};
