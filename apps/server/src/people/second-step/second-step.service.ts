import { isId } from '@nascente/contract/base/conventions';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, invalidField, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import {
  type ConfirmPassword,
  createSignInNoticesRepository,
  type GuessedCode,
  type ProvidedStep,
  type SecondStep,
} from '../session/index.ts';
import { newSecret, secretTexts, stepOfCode } from './authenticator.ts';
import { hashCode, newRecoveryCodes, written } from './recovery-codes.ts';
import { createPasskeysRepository, createSecondStepRepository } from './second-step.repository.ts';
import type { SecondStepMail } from './second-step-mail.ts';

const MUST_STAY = 'Contas de administrador precisam da verificação em duas etapas neste sistema.';

/** Replaces the recovery codes of an account. @returns the new codes in their displayed form */
export const replaceCodes = async (within: Connection, accountId: string, at: Instant): Promise<string[]> => {
  const codes = newRecoveryCodes();
  await createSecondStepRepository(within).replaceRecoveryCodes(accountId, codes.map(hashCode), at);
  return codes.map(written);
};

/**
 * Must be called after a second step was removed. Without another one, the recovery codes are removed too.
 * @returns whether the account has another second step. Throws NotAllowed if it must have one.
 */
export const keepWhatIsLeft = async (
  within: Connection,
  caller: Pick<Caller, 'accountId' | 'profile'>,
  isRequiredOf: (caller: Pick<Caller, 'profile'>) => boolean,
): Promise<boolean> => {
  const steps = createSecondStepRepository(within);
  const ways = await steps.waysOf(caller.accountId);
  if (ways.length > 0) return true;
  if (isRequiredOf(caller)) throw new NotAllowed(MUST_STAY);
  await steps.removeRecoveryCodes(caller.accountId);
  return false;
};

const WRONG_CODE = 'Código incorreto. Digite o que o aplicativo mostra agora.';
const WRONG_PASSKEY = 'Esta chave de acesso não é desta conta. Tente de novo.';
const MISSING = 'Use uma chave de acesso, ou informe um código.';

export interface Confirmed extends ProvidedStep {
  readonly password: string;
}

/**
 * Checks the password and, if the account has one, the second step. Neither an open session nor the password alone may weaken an
 * account or add a way to sign in. Throws WrongCredentials, InvalidInput or LimitReached.
 */
export type ProveOwner = (caller: Actor, step: Confirmed) => Promise<void>;

const refuseCode = (msg = WRONG_CODE): never => {
  throw invalidField('code', msg);
};

export const createProveOwner = (needs: {
  confirmPassword: ConfirmPassword;
  /** Counts guesses of a code. */
  guessCode: GuessedCode;
  requestedStep: SecondStep;
}): ProveOwner => {
  const { confirmPassword, guessCode, requestedStep } = needs;
  return async (caller, { password, ...step }) => {
    await confirmPassword(caller, password);
    let isMissing = false;
    const isRight = await guessCode(caller, async () => {
      const { outcome } = await requestedStep.judge(
        { id: caller.accountId, email: caller.email },
        step,
        caller.device,
      );
      isMissing = outcome === 'missing';
      return outcome === 'proved';
    });
    if (isMissing) refuseCode(MISSING);
    if (!isRight) refuseCode(step.passkey === undefined ? WRONG_CODE : WRONG_PASSKEY);
  };
};

const ALREADY_ON = 'A verificação em duas etapas já está ativada.';
const NOT_ON = 'A verificação em duas etapas não está ativada.';
const NOT_STARTED = 'Comece de novo: leia o código QR antes de confirmar.';

interface SecondStepState {
  /** Since when the authenticator app is set up; `null`: there is none. */
  readonly since: Date | null;
  readonly passkeys: number;
  readonly codesLeft: number;
  readonly isRequired: boolean;
}

export const createSecondStepService = (needs: {
  db: Connection;
  accounts: Pick<AccountsService, 'findUser'>;
  proveOwner: ProveOwner;
  /** Counts guesses of a code. */
  guessCode: GuessedCode;
  mailer: SecondStepMail;
  audit: AuditTrail;
  isRequiredOf: (caller: Pick<Caller, 'profile'>) => boolean;
  clock: () => Instant;
}) => {
  const { db, accounts, proveOwner, guessCode, mailer, audit, isRequiredOf, clock } = needs;

  const own = (caller: Actor) => ({
    by: caller,
    subjectId: caller.accountId,
  });

  const requireOn = async (caller: Caller): Promise<void> => {
    const ways = await createSecondStepRepository(db).waysOf(caller.accountId);
    if (ways.length === 0) throw new Conflict(NOT_ON);
  };

  return {
    async read(caller: Caller): Promise<SecondStepState> {
      requirePermission(caller, 'see-own-account');
      const steps = createSecondStepRepository(db);
      const authenticator = await steps.find(caller.accountId);
      const { length: passkeys } = await createPasskeysRepository(db).listOf(caller.accountId);
      return {
        since: authenticator?.confirmedAt ?? null,
        passkeys,
        codesLeft: await steps.countRecoveryCodes(caller.accountId),
        isRequired: isRequiredOf(caller),
      };
    },
    /** Throws WrongCredentials, InvalidInput, LimitReached or Conflict. */
    async begin(caller: Actor, input: Confirmed): Promise<{ secret: string; uri: string }> {
      requirePermission(caller, 'edit-second-step');
      const before = await createSecondStepRepository(db).find(caller.accountId);
      if (before?.confirmedAt != null) throw new Conflict(ALREADY_ON);
      await proveOwner(caller, input);
      const secret = newSecret();
      const hasStarted = await createSecondStepRepository(db).begin(caller.accountId, secret, clock());
      if (!hasStarted) throw new Conflict(ALREADY_ON);
      return secretTexts(secret, caller.email);
    },
    /** @returns the recovery codes, which are shown only once. Throws InvalidInput, LimitReached or Conflict. */
    async confirm(caller: Actor, code: string): Promise<string[]> {
      requirePermission(caller, 'edit-second-step');
      const { accountId, email } = caller;
      const started = await createSecondStepRepository(db).find(accountId);
      if (started === null) throw new Conflict(NOT_STARTED);
      if (started.confirmedAt !== null) throw new Conflict(ALREADY_ON);
      const step = stepOfCode(started.secret, code, clock());
      const isRight = await guessCode(caller, async () => step !== null);
      if (!isRight || step === null) return refuseCode();
      return db.transaction().execute(async (within) => {
        const steps = createSecondStepRepository(within);
        await steps.hold(accountId);
        if (!(await steps.confirm(accountId, started.secret, step, clock()))) throw new Conflict(NOT_STARTED);
        await audit.record({ ...own(caller), action: 'second-step-added' }, within);
        const signIn = await createSignInNoticesRepository(within).signInOf(caller.sessionHash);
        await mailer.send({ email, change: 'added', signIn }, { within });
        return replaceCodes(within, accountId, clock());
      });
    },
    /** Throws WrongCredentials, InvalidInput, LimitReached or Conflict. */
    async renewCodes(caller: Actor, input: Confirmed): Promise<string[]> {
      requirePermission(caller, 'edit-second-step');
      await requireOn(caller);
      await proveOwner(caller, input);
      return db.transaction().execute(async (within) => {
        await createSecondStepRepository(within).hold(caller.accountId);
        await audit.record({ ...own(caller), action: 'recovery-codes-renewed' }, within);
        return replaceCodes(within, caller.accountId, clock());
      });
    },
    /** Throws WrongCredentials, InvalidInput, LimitReached, NotAllowed or Conflict. */
    async end(caller: Actor, input: Confirmed): Promise<void> {
      requirePermission(caller, 'edit-second-step');
      await requireOn(caller);
      await proveOwner(caller, input);
      await db.transaction().execute(async (within) => {
        const steps = createSecondStepRepository(within);
        await steps.hold(caller.accountId);
        if (!(await steps.removeAuthenticator(caller.accountId))) throw new Conflict(NOT_ON);
        const hasAnother = await keepWhatIsLeft(within, caller, isRequiredOf);
        await audit.record({ ...own(caller), action: 'second-step-ended' }, within);
        await mailer.send({ email: caller.email, change: hasAnother ? 'app-removed' : 'ended' }, { within });
      });
    },
    /** An Admin resets the second step of another account. Throws NotFound or Conflict. */
    async reset(caller: Actor, accountId: string): Promise<void> {
      requirePermission(caller, 'edit-people');
      const person = isId(accountId) ? await accounts.findUser(accountId) : null;
      if (person === null) throw new NotFound('Pessoa não encontrada.');
      await db.transaction().execute(async (within) => {
        const steps = createSecondStepRepository(within);
        await steps.hold(person._id);
        const hadPasskeys = await createPasskeysRepository(within).removeAllOf(person._id);
        const hadApp = await steps.removeAuthenticator(person._id);
        if (!hadApp && !hadPasskeys) throw new Conflict(NOT_ON);
        await steps.removeRecoveryCodes(person._id);
        const event = { by: caller, subjectId: person._id };
        await audit.record({ ...event, action: 'second-step-reset' }, within);
        await mailer.send({ email: person.email, change: 'reset' }, { within });
      });
    },
  };
};
