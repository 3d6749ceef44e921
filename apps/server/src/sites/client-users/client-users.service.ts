import { isId } from '@nascente/contract/base/conventions';
import type { ClientUser, ClientUserChange, NewClientUser } from '@nascente/contract/sites/client-users';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { MAX_CLIENT_USERS } from '@nascente/domain/people/profiles';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Passwords, SessionService } from '../../people/session/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, invalidField, LimitReached, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission, requireRecentProof } from '../../platform/http/permission.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import { smallPicture } from '../../platform/pictures/small-picture.ts';
import type { MeterDirectory } from '../meters/index.ts';
import type {
  ClientUsersRepository,
  ClientUserChange as StoredChange,
  StoredClientUser,
} from './client-users.repository.ts';

/**
 * The installations of the MACs to which a Manager gives a client user access. Throws InvalidInput, with the same message, for a
 * meter that does not exist or that the Manager may not see.
 */
export const installationsOf = async (
  directory: Pick<MeterDirectory, 'visibleMeters'>,
  giver: Pick<Caller, 'accountId' | 'profile'>,
  macs: readonly string[],
): Promise<number[]> => {
  if (macs.length === 0) return [];
  const visible = await directory.visibleMeters(giver);
  const ids = new Map<string, number>(visible.map(({ mac, installationId }) => [mac, installationId]));
  const errors = macs.flatMap((mac, index) =>
    ids.has(mac) ? [] : [{ path: `boards.${index}`, msg: `Medidor não encontrado: ${mac}` }],
  );
  if (errors[0]) throw new InvalidInput(errors[0].msg, errors);
  return [...new Set(macs.flatMap((mac) => ids.get(mac) ?? []))];
};

export const LIMIT = `Número máximo de usuários cadastrados! limite: ${MAX_CLIENT_USERS}`;
export const DUPLICATE = 'Este email já esta sendo usado!';

const toClientUser = (stored: StoredClientUser): ClientUser => ({
  _id: stored.id,
  name: stored.name,
  email: stored.email,
  birth: stored.birth === null ? null : stored.birth.split('-').reverse().join('/'),
  boards: [...stored.macs],
  pictureUrl: stored.picture,
  active: stored.isEmailConfirmed,
  managerId: stored.managerId,
});

interface ClientUsersNeeds {
  readonly clients: ClientUsersRepository;
  readonly directory: Pick<MeterDirectory, 'visibleMeters'>;
  readonly passwords: Pick<Passwords, 'hash' | 'refuseGuessable'>;
  readonly session: Pick<SessionService, 'endAllOf' | 'refresh'>;
  readonly audit: AuditTrail;
  /** Limits the e-mails that a Manager enters, because a rejection reveals that an account exists. */
  readonly quota: Quota;
  readonly clock: () => Instant;
}

/** The Manager whose client users the caller sees; `null`: all Managers. */
const scopeOf = (caller: Caller): string | null => {
  requirePermission(caller, 'manage-client-users');
  return may(caller.profile, 'see-every-customer') ? null : caller.accountId;
};

const drawnAnew = async (picture: string | null | undefined, { accountId }: Caller) =>
  typeof picture === 'string' ? smallPicture(picture, 'pictureUrl', accountId) : picture;

/** The account with the meters to choose from: the Manager of the client user, also if an Admin makes the change. */
const giverOf = (client: StoredClientUser, caller: Caller): Pick<Caller, 'accountId' | 'profile'> =>
  client.managerId === null || client.managerProfile === null
    ? caller
    : { accountId: client.managerId, profile: client.managerProfile };

export const createClientUsersService = (needs: ClientUsersNeeds) => {
  const { clients, directory, passwords, session, audit, quota, clock } = needs;

  const find = async (caller: Caller, id: string): Promise<StoredClientUser> => {
    const client = isId(id) ? await clients.find(scopeOf(caller), id) : null;
    if (client === null) throw new NotFound('Usuário não encontrado.');
    return client;
  };

  const requirePast = (birth: CivilDate | null | undefined): void => {
    if (!birth || birth <= civilDateAt(clock(), DEFAULT_ZONE)) return;
    throw invalidField('birth', 'A data de nascimento não pode ser futura.');
  };

  const changeOf = async (
    caller: Caller,
    client: StoredClientUser,
    { boards, password, pictureUrl, email, ...plain }: Omit<ClientUserChange, '_id'>,
  ): Promise<StoredChange> => {
    requirePast(plain.birth);
    const isOtherEmail = email !== undefined && email !== client.email;
    // Changing the e-mail or password gives access to the client's account, so it requires a proof.
    if (isOtherEmail || password !== undefined) {
      requirePermission(caller, 'create-client-users');
      requireRecentProof(caller);
    }
    if (password !== undefined) await passwords.refuseGuessable(password, email ?? client.email);
    if (isOtherEmail) await quota.use(caller.accountId);
    const giver = giverOf(client, caller);
    return {
      ...plain,
      email: isOtherEmail ? email : undefined,
      picture: await drawnAnew(pictureUrl, caller),
      installationIds: boards === undefined ? undefined : await installationsOf(directory, giver, boards),
      passwordHash: password === undefined ? undefined : await passwords.hash(password),
    };
  };

  const recording =
    (caller: Actor, event: Pick<NewAuditEvent, 'action' | 'detail'>) =>
    (subjectId: string, within: Connection): Promise<void> =>
      audit.record({ ...event, by: caller, subjectId }, within);

  return {
    async list(caller: Caller): Promise<ClientUser[]> {
      return (await clients.list(scopeOf(caller))).map(toClientUser);
    },
    /** Throws LimitReached, Conflict, or InvalidInput for a meter that the caller cannot see. */
    async create(
      caller: Actor,
      { boards, password, pictureUrl, ...plain }: NewClientUser,
    ): Promise<ClientUser> {
      requirePermission(caller, 'create-client-users');
      await passwords.refuseGuessable(password, plain.email);
      await quota.use(caller.accountId);
      requirePast(plain.birth);
      const client = {
        ...plain,
        managerId: caller.accountId,
        birth: plain.birth ?? null,
        emailConfirmedAt: null,
        installationIds: await installationsOf(directory, caller, boards),
        picture: (await drawnAnew(pictureUrl, caller)) ?? null,
        passwordHash: await passwords.hash(password),
      };
      const detail = { boards: String(client.installationIds.length) };
      const record = recording(caller, { action: 'client-user-created', detail });
      const inserted = await clients.insert(client, MAX_CLIENT_USERS, record);
      if (inserted === 'limit') throw new LimitReached(LIMIT);
      if (inserted === 'duplicate') throw new Conflict(DUPLICATE);
      return toClientUser(await find(caller, inserted.id));
    },
    async edit(caller: Actor, { _id, ...changes }: ClientUserChange): Promise<ClientUser> {
      requirePermission(caller, 'manage-client-users');
      const client = await find(caller, _id);
      const change = await changeOf(caller, client, changes);
      const detail = {
        ...(change.installationIds === undefined ? {} : { boards: String(change.installationIds.length) }),
        ...(change.passwordHash === undefined ? {} : { password: 'changed' }),
      };
      const record = recording(caller, { action: 'client-user-changed', detail });
      if ((await clients.update(client.id, change, record)) === 'duplicate') throw new Conflict(DUPLICATE);
      await (change.passwordHash === undefined ? session.refresh(client.id) : session.endAllOf(client.id));
      return toClientUser(await find(caller, client.id));
    },
    async remove(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'manage-client-users');
      const client = await find(caller, id);
      await clients.remove(client.id, recording(caller, { action: 'client-user-removed' }));
      await session.endAllOf(client.id);
    },
  };
};
