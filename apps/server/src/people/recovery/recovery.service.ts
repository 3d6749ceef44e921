import type { AnswerOf } from '@nascente/contract/base/call';
import { emailAddress } from '@nascente/contract/base/person-fields';
import { newPassword } from '@nascente/contract/people/new-password';
import type { readRecovery } from '@nascente/contract/people/recovery';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Expired, InvalidInput, refuseField } from '../../platform/errors.ts';
import type { Device } from '../../platform/http/device.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { RemoveCredentials, RemovedCredentials } from '../credentials/index.ts';
import { hashToken, type KnownDevices, type Passwords, type SessionService } from '../session/index.ts';
import type { ChangedAccount, RecoveringAccount, RecoveryRepository } from './recovery.repository.ts';
import type { RecoveryMail } from './recovery-mail.ts';

const SHOWN = 2;
const HIDDEN = '***';

/** The first two characters of a text; only the first of a text of at most two, so that it is not revealed completely. */
const begin = (text: string): string => text.slice(0, text.length > SHOWN ? SHOWN : 1);

/** Shows 'maria@example.com' as 'ma***@ex***.com', which its owner recognises and others cannot complete. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const ending = dot < 1 ? '' : domain.slice(dot);
  const name = dot < 1 ? domain : domain.slice(0, dot);
  return `${begin(email.slice(0, at))}${HIDDEN}@${begin(name)}${HIDDEN}${ending}`;
};

const NOT_AN_EMAIL = 'Envie um email válido.';
const SENT = 'Enviado! Cheque sua caixa de email para refazer a senha :) Verifique na pasta SPAM!';
const EXPIRED = 'Token expirado!! Faça um novo pedido para recuperar a senha';
const OTHER_EMAIL = 'Confirme o email.';
export const SAME_PASSWORD = 'A nova senha precisa ser diferente da anterior.';
const CHANGED = 'Senha alterada! Entre com a nova senha.';

interface NewPassword {
  readonly token: string;
  readonly email: string;
  /** The password as typed. */
  readonly password: string;
  readonly removeCredentials?: boolean | undefined;
  readonly removeSecondSteps?: boolean | undefined;
}

export interface ChangedPassword {
  readonly msg: string;
  /** For the cookie of the browser that changed the password. */
  readonly deviceToken: string;
}

/** Called for every changed password with its device, within the transaction of the change. */
export type PasswordWitness = (accountId: string, device: Device, within: Connection) => Promise<void>;

/** Checks the password after the token, so that only bearers of a valid link receive errors about it. */
const refuseWeak = (password: string): void => {
  const accepted = newPassword.safeParse(password);
  if (!accepted.success) refuseField('password', accepted.error.issues[0]?.message ?? '');
};

export const createRecoveryService = (needs: {
  db: Connection;
  recoveries: RecoveryRepository;
  mailer: RecoveryMail;
  passwords: Passwords;
  session: Pick<SessionService, 'endAllOf'>;
  devices: Pick<KnownDevices, 'remember'>;
  witness: PasswordWitness;
  removals: RemoveCredentials;
  quota: Quota;
  clock: () => Instant;
}) => {
  const { db, recoveries, mailer, passwords, session, devices, witness, removals, quota, clock } = needs;

  const open = async (token: string): Promise<{ tokenHash: Buffer; account: RecoveringAccount }> => {
    const tokenHash = hashToken(token);
    const account = tokenHash && (await recoveries.findByToken(tokenHash, clock()));
    if (tokenHash === null || account === null) throw new Expired(EXPIRED);
    return { tokenHash, account };
  };

  const removeBy = async (
    { removeCredentials = false, removeSecondSteps = false }: NewPassword,
    { id, wasConfirmed }: ChangedAccount,
    device: Device,
    within: Connection,
  ): Promise<RemovedCredentials> => {
    const removal = { actorId: id, device };
    if (!wasConfirmed) return removals.all(id, removal, within);
    return [
      ...(removeSecondSteps ? await removals.recentSecondSteps(id, clock(), removal, within) : []),
      ...(removeCredentials ? await removals.removable(id, removal, within) : []),
    ];
  };

  return {
    /** Answers the same for every well-formed address. Throws InvalidInput or LimitReached. */
    async request(typed: string, address: string): Promise<string> {
      const email = emailAddress.safeParse(typed);
      if (!email.success) {
        throw new InvalidInput(NOT_AN_EMAIL, [{ path: 'email', msg: NOT_AN_EMAIL }], 'req-error');
      }
      await quota.use(subscriberOf(address));
      await mailer.sendLink(email.data);
      return SENT;
    },
    /** @returns the masked e-mail and the second steps of the account that the token opens. Throws Expired. */
    async read(token: string): Promise<Pick<AnswerOf<typeof readRecovery>, 'email' | 'secondSteps'>> {
      const { account } = await open(token);
      // The new password removes all second steps of an unconfirmed account.
      const steps = account.isConfirmed ? await removals.secondSteps(account.id, clock(), db) : [];
      return {
        email: maskEmail(account.email),
        secondSteps: steps.map(({ kind, name, createdAt, isRemovable }) => ({
          kind,
          name,
          createdAt: createdAt.toISOString(),
          removable: isRemovable,
        })),
      };
    },
    /** Throws Expired, or InvalidInput, after which the token stays valid. */
    async change(input: NewPassword, device: Device): Promise<ChangedPassword> {
      const { token, email, password } = input;
      const { tokenHash, account } = await open(token);
      if (email !== account.email) refuseField('email', OTHER_EMAIL);
      refuseWeak(password);
      await passwords.refuseGuessable(password, email);
      if (await passwords.matches(password, account.passwordHash)) refuseField('password', SAME_PASSWORD);
      const passwordHash = await passwords.hash(password);
      const change = { tokenHash, passwordHash, at: clock() };
      const isChanged = await recoveries.changePassword(change, async ({ id, wasConfirmed }, within) => {
        const removed = await removeBy(input, { id, wasConfirmed }, device, within);
        await mailer.sendChanged({ email: account.email, removed, signIn: null }, within);
        await witness(id, device, within);
      });
      if (!isChanged) throw new Expired(EXPIRED);
      await session.endAllOf(account.id);
      return { msg: CHANGED, deviceToken: await devices.remember(account.id, device) };
    },
  };
};
