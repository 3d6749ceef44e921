import { isId } from '@nascente/contract/base/conventions';
import {
  type AccountChange,
  editSelf,
  editUser,
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
  readTourViews,
  readUpgradeRequest,
  readUser,
  requestUpgrade,
  saveTourViews,
  type UpgradeRequestState,
} from '@nascente/contract/people/account';
import type { User } from '@nascente/contract/people/session';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { deviceName } from '../../platform/http/device.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { smallPicture } from '../../platform/pictures/small-picture.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { OwnSessions, SessionFeature } from '../session/index.ts';
import {
  createProfileRepository,
  createTourViewsRepository,
  createUpgradeRequestsRepository,
  type UpgradeRequestsRepository,
} from './account.repository.ts';

const absent = (): never => {
  throw new NotFound('Usuário não encontrado.');
};

/** The id of the requested account in lower case. Throws NotFound if the caller may not see the account. */
const seen = (caller: Caller, writtenId: string): string => {
  const id = writtenId.toLowerCase();
  if (!isId(id)) return absent();
  return id === caller.accountId || may(caller.profile, 'see-every-customer') ? id : absent();
};

const FIXED_EMAIL = 'O e-mail da conta não pode ser alterado aqui. Envie um feedback para pedir a troca.';

/** Removes unchanged pictures: a client that sends back the values it read needs no permission for a logo. */
const withoutUnchanged = (
  { pictureUrl, labelManager, logoPartner, ...plain }: AccountChange,
  now: User,
): AccountChange => ({
  ...plain,
  ...(pictureUrl === undefined || pictureUrl === now.pictureUrl ? {} : { pictureUrl }),
  ...(labelManager === undefined || labelManager === now.labelManager ? {} : { labelManager }),
  ...(logoPartner === undefined || logoPartner === now.logoPartner ? {} : { logoPartner }),
});

const targetOf = (caller: Caller, ofPath: string | null, ofBody: string | undefined): string => {
  if (ofPath !== null && ofBody !== undefined && ofPath.toLowerCase() !== ofBody.toLowerCase())
    return refuseField('_id', 'O usuário do endereço e o dos dados não são o mesmo.');
  return seen(caller, ofPath ?? ofBody ?? caller.accountId);
};

const drawnAnew = async (picture: string | null | undefined, path: string, person: string) =>
  typeof picture === 'string' ? smallPicture(picture, path, person) : picture;

const createProfileService = (
  needs: Pick<Platform, 'clock' | 'db'> & { accounts: Pick<AccountsService, 'findUser'>; audit: AuditTrail },
) => {
  const { db, accounts, audit, clock } = needs;

  const requireChange = (caller: Caller, target: string, change: AccountChange): void => {
    requirePermission(caller, 'edit-own-account');
    if (target !== caller.accountId && caller.apiKey !== undefined) absent();
    if (target !== caller.accountId) requirePermission(caller, 'edit-people');
    if (change.labelManager !== undefined) requirePermission(caller, 'upload-company-logo');
    if (change.logoPartner !== undefined) requirePermission(caller, 'upload-partner-logo');
    const { birth } = change;
    if (birth && birth > civilDateAt(clock(), DEFAULT_ZONE))
      refuseField('birth', 'A data de nascimento não pode ser futura.');
  };

  const read = async (id: string): Promise<User> => (await accounts.findUser(id)) ?? absent();

  return {
    /**
     * The caller's own account, or any account for an Admin. Throws NotFound if the account does not exist or the caller may not
     * see it.
     */
    async read(caller: Caller, id: string): Promise<User> {
      requirePermission(caller, 'see-own-account');
      return read(seen(caller, id));
    },
    /** @param id the account id in the path; `null` if the path has none. */
    async edit(caller: Actor, id: string | null, { _id, email, ...changes }: AccountChange): Promise<User> {
      const target = targetOf(caller, id, _id);
      const now = await read(target);
      if (email !== undefined && email.trim().toLowerCase() !== now.email) refuseField('email', FIXED_EMAIL);
      const { pictureUrl, labelManager, logoPartner, ...plain } = withoutUnchanged(changes, now);
      requireChange(caller, target, { labelManager, logoPartner, ...plain });
      const picture = await drawnAnew(pictureUrl, 'pictureUrl', caller.accountId);
      const companyLogo = await drawnAnew(labelManager, 'labelManager', caller.accountId);
      const partnerLogo = await drawnAnew(logoPartner, 'logoPartner', caller.accountId);
      const change = { ...plain, picture, companyLogo, partnerLogo };
      const event = { action: 'account-changed', by: caller, subjectId: target } as const;
      await db.transaction().execute(async (within) => {
        if (!(await createProfileRepository(within).update(target, change))) absent();
        await audit.record({ ...event, detail: { edited: target } }, within);
      });
      return read(target);
    },
  };
};

const createUpgradeRequestsService = (needs: {
  requests: UpgradeRequestsRepository;
  audit: AuditTrail;
  clock: () => Instant;
}) => ({
  /** Requests the profile Manager. A repeated request before the decision changes nothing. */
  async request(caller: Actor): Promise<void> {
    requirePermission(caller, 'request-upgrade');
    const { accountId } = caller;
    if (!(await needs.requests.insert(accountId, needs.clock()))) return;
    await needs.audit.record({
      action: 'upgrade-requested',
      by: caller,
      subjectId: accountId,
    });
  },
  /** The newest request; `null` if there is none. */
  async read(caller: Caller): Promise<UpgradeRequestState> {
    requirePermission(caller, 'request-upgrade');
    const newest = await needs.requests.newest(caller.accountId);
    return (
      newest && {
        requestedAt: newest.requestedAt.toISOString(),
        decidedAt: newest.decidedAt?.toISOString() ?? null,
        approved: newest.approved,
      }
    );
  },
});

const createOwnSessionsService = (needs: { sessions: OwnSessions; audit: AuditTrail }) => {
  const { sessions, audit } = needs;

  const record = (caller: Actor, ended: number): Promise<void> =>
    audit.record({
      action: 'sessions-ended',
      by: caller,
      subjectId: caller.accountId,
      detail: { sessions: String(ended) },
    });

  return {
    async list(caller: Caller): Promise<OwnSession[]> {
      requirePermission(caller, 'hold-session');
      const listed = await sessions.list(caller);
      return listed.map((session) => ({
        id: session.id,
        device: deviceName(session.userAgent),
        address: session.address,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: session.lastUsedAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
        isRemembered: session.isRemembered,
        current: session.isCurrent,
      }));
    },
    async end(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'hold-session');
      await sessions.end(caller, id);
      await record(caller, 1);
    },
    /** @returns the number of ended sessions. */
    async endOthers(caller: Actor): Promise<number> {
      requirePermission(caller, 'hold-session');
      const ended = await sessions.endOthers(caller);
      if (ended > 0) await record(caller, ended);
      return ended;
    },
  };
};

const UPDATED = 'Usuário Atualizado!';

export const createAccountFeature = (needs: {
  db: Connection;
  accounts: Pick<AccountsService, 'findUser'>;
  session: Pick<SessionFeature, 'own'>;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { accounts, audit, clock, db } = needs;
  const tours = createTourViewsRepository(db);
  const profile = createProfileService({ db, accounts, audit, clock });
  const sessions = createOwnSessionsService({ sessions: needs.session.own, audit });
  const upgrades = createUpgradeRequestsService({
    requests: createUpgradeRequestsRepository(db),
    audit,
    clock,
  });
  return {
    register(app: CallBinder): void {
      bindField(app, readUser, ({ caller, params }) => profile.read(caller, params.id));
      bindCall(app, editSelf, async ({ caller, body }) => ({
        msg: UPDATED,
        user: await profile.edit(caller, null, body),
      }));
      bindCall(app, editUser, async ({ caller, params, body }) => ({
        msg: UPDATED,
        user: await profile.edit(caller, params.id, body),
      }));
      bindField(app, readUpgradeRequest, ({ caller }) => upgrades.read(caller));
      bindCall(app, requestUpgrade, async ({ caller }) => {
        await upgrades.request(caller);
        return { msg: 'Solicitacao feita com sucesso!' };
      });
      bindField(app, listSessions, ({ caller }) => sessions.list(caller));
      bindCall(app, endSession, ({ caller, params }) => sessions.end(caller, params.id));
      bindField(app, endOtherSessions, ({ caller }) => sessions.endOthers(caller));
      bindCall(app, readTourViews, async ({ caller }) => {
        requirePermission(caller, 'hold-session');
        return { views: await tours.read(caller.accountId) };
      });
      bindCall(app, saveTourViews, async ({ caller, params, body }) => {
        requirePermission(caller, 'hold-session');
        await tours.save(caller.accountId, params.tour, body.views);
      });
    },
  };
};
