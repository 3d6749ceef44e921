import type { OwnPasswordChange } from '@nascente/contract/people/own-password';
import { InvalidInput, WrongCredentials } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { RemoveCredentials } from '../credentials/index.ts';
import {
  type ConfirmPassword,
  createSignInNoticesRepository,
  type Device,
  type KnownDevices,
  type Passwords,
  type SessionService,
} from '../session/index.ts';
import type { OwnPasswordRepository } from './own-password.repository.ts';
import { type ChangedPassword, type PasswordWitness, SAME_PASSWORD } from './recovery.service.ts';
import type { RecoveryMail } from './recovery-mail.ts';

const WRONG = 'Senha atual incorreta.';
const CHANGED = 'Senha alterada! As outras sessões foram encerradas.';

export type OwnPasswordService = ReturnType<typeof createOwnPasswordService>;

const refuse = (path: keyof OwnPasswordChange, msg: string): never => {
  throw new InvalidInput(msg, [{ path, msg }]);
};

export const createOwnPasswordService = (needs: {
  ownPasswords: OwnPasswordRepository;
  confirmPassword: ConfirmPassword;
  passwords: Passwords;
  session: Pick<SessionService, 'refresh'>;
  devices: Pick<KnownDevices, 'forgetOthers' | 'remember'>;
  mailer: Pick<RecoveryMail, 'sendChanged'>;
  witness: PasswordWitness;
  removals: RemoveCredentials;
}) => {
  const { ownPasswords, confirmPassword, passwords, session, devices, mailer, witness, removals } = needs;

  /** @returns the hash that the password was compared with. */
  const prove = async (caller: Caller, currentPassword: string): Promise<string> => {
    try {
      return await confirmPassword(caller, currentPassword);
    } catch (cause) {
      if (cause instanceof WrongCredentials) return refuse('currentPassword', WRONG);
      throw cause;
    }
  };

  return {
    /** Throws InvalidInput, which names the field, or LimitReached. */
    async change(
      caller: Caller,
      { currentPassword, password, removeCredentials = false }: OwnPasswordChange,
      device: Device,
    ): Promise<ChangedPassword> {
      requirePermission(caller, 'change-own-password');
      const { accountId, email, sessionHash } = caller;
      await passwords.refuseGuessable(password, email);
      const provedBy = await prove(caller, currentPassword);
      if (await passwords.matches(password, provedBy)) refuse('password', SAME_PASSWORD);
      const passwordHash = await passwords.hash(password);
      const change = { accountId, provedBy, passwordHash, sessionHash };
      const isChanged = await ownPasswords.change(change, async (within) => {
        await devices.forgetOthers(accountId, device, within);
        const removal = { actorId: accountId, device, rememberedSession: sessionHash };
        const removed = removeCredentials ? await removals.removable(accountId, removal, within) : [];
        const signIn = await createSignInNoticesRepository(within).signInOf(sessionHash);
        await mailer.sendChanged({ email, removed, signIn }, within);
        await witness(accountId, device, within);
      });
      if (!isChanged) refuse('currentPassword', WRONG);
      await session.refresh(accountId);
      return { msg: CHANGED, deviceToken: await devices.remember(accountId, device) };
    },
  };
};
