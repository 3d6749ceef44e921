import { isId } from '@nascente/contract/base/conventions';
import type { AccountChange } from '@nascente/contract/people/account';
import type { User } from '@nascente/contract/people/session';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { smallPicture } from '../../platform/pictures/small-picture.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { Device } from '../session/index.ts';
import { createProfileRepository } from './profile.repository.ts';

export type ProfileService = ReturnType<typeof createProfileService>;

const refuse = (path: string, msg: string): never => {
  throw new InvalidInput(msg, [{ path, msg }]);
};

const absent = (): never => {
  throw new NotFound('Usuário não encontrado.');
};

/** The account that is meant, where the caller may know of it. */
const seen = (caller: Caller, writtenId: string): string => {
  const id = writtenId.toLowerCase();
  if (!isId(id)) return absent();
  return id === caller.accountId || may(caller.profile, 'see-every-customer') ? id : absent();
};

const FIXED_EMAIL = 'O e-mail da conta não pode ser alterado aqui. Envie um feedback para pedir a troca.';

/** A client that sends back the values it read changes no picture, and needs no permission for a logo. */
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
    return refuse('_id', 'O usuário do endereço e o dos dados não são o mesmo.');
  return seen(caller, ofPath ?? ofBody ?? caller.accountId);
};

const drawnAnew = async (picture: string | null | undefined, path: string, person: string) =>
  typeof picture === 'string' ? smallPicture(picture, path, person) : picture;

export const createProfileService = (
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
      refuse('birth', 'A data de nascimento não pode ser futura.');
  };

  const read = async (id: string): Promise<User> => (await accounts.findUser(id)) ?? absent();

  return {
    /** Oneself, or anybody for an Admin. Throws the same NotFound for an absent person and for one of others. */
    async read(caller: Caller, id: string): Promise<User> {
      requirePermission(caller, 'see-own-account');
      return read(seen(caller, id));
    },
    /** @param id of the path, where the path names one. */
    async edit(
      caller: Caller,
      id: string | null,
      { _id, email, ...changes }: AccountChange,
      device: Device,
    ): Promise<User> {
      const target = targetOf(caller, id, _id);
      const now = await read(target);
      if (email !== undefined && email.trim().toLowerCase() !== now.email) refuse('email', FIXED_EMAIL);
      const { pictureUrl, labelManager, logoPartner, ...plain } = withoutUnchanged(changes, now);
      requireChange(caller, target, { labelManager, logoPartner, ...plain });
      const picture = await drawnAnew(pictureUrl, 'pictureUrl', caller.accountId);
      const companyLogo = await drawnAnew(labelManager, 'labelManager', caller.accountId);
      const partnerLogo = await drawnAnew(logoPartner, 'logoPartner', caller.accountId);
      const change = { ...plain, picture, companyLogo, partnerLogo };
      const event = { action: 'account-changed', actorId: caller.accountId, subjectId: target } as const;
      await db.transaction().execute(async (within) => {
        if (!(await createProfileRepository(within).update(target, change))) absent();
        await audit.record({ ...event, device, detail: { edited: target } }, within);
      });
      return read(target);
    },
  };
};
