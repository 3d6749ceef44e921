import { isId } from '@nascente/contract/conventions';
import type { Instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail, NewAuditEvent } from '../audit/index.ts';
import type { ConfirmPassword, Device, GuessedCode, SecondStep } from '../session/index.ts';
import { newSecret, secretTexts, stepOfCode } from './authenticator.ts';
import { hashCode, newRecoveryCodes, written } from './recovery-codes.ts';
import { createSecondStepRepository } from './second-step.repository.ts';
import type { SecondStepPost } from './second-step-post.ts';

const WRONG_CODE = 'Código incorreto. Digite o que o aplicativo mostra agora.';
const ALREADY_ON = 'A verificação em duas etapas já está ativada.';
const NOT_ON = 'A verificação em duas etapas não está ativada.';
const NOT_BEGUN = 'Comece de novo: leia o código QR antes de confirmar.';
const MUST_STAY = 'Contas de administrador precisam da verificação em duas etapas neste sistema.';

interface Confirmed {
  readonly password: string;
  readonly code: string;
}

interface SecondStepState {
  /** Null: signing in asks for the password alone. */
  readonly since: Date | null;
  readonly codesLeft: number;
  readonly isRequired: boolean;
}

export interface SecondStepService {
  read(caller: Caller): Promise<SecondStepState>;
  /** Throws WrongCredentials, LimitReached or Conflict. */
  begin(caller: Caller, password: string): Promise<{ secret: string; uri: string }>;
  /** @returns the recovery codes, which nobody can read again. Throws InvalidInput, LimitReached or Conflict. */
  confirm(caller: Caller, code: string, device: Device): Promise<string[]>;
  /** Throws WrongCredentials, InvalidInput, LimitReached or Conflict. */
  renewCodes(caller: Caller, input: Confirmed, device: Device): Promise<string[]>;
  /** Throws WrongCredentials, InvalidInput, LimitReached, NotAllowed or Conflict. */
  end(caller: Caller, input: Confirmed, device: Device): Promise<void>;
  /** By an Admin, for somebody else. Throws NotFound or Conflict. */
  reset(caller: Caller, accountId: string, device: Device): Promise<void>;
}

const refuseCode = (): never => {
  throw new InvalidInput(WRONG_CODE, [{ path: 'code', msg: WRONG_CODE }]);
};

export const createSecondStepService = (needs: {
  db: Connection;
  accounts: Pick<AccountsService, 'findUser'>;
  confirmPassword: ConfirmPassword;
  /** Counts guesses of a code. */
  guessCode: GuessedCode;
  askedCode: SecondStep;
  post: SecondStepPost;
  audit: AuditTrail;
  isRequiredOf: (caller: Pick<Caller, 'profile'>) => boolean;
  clock: () => Instant;
}): SecondStepService => {
  const { db, accounts, confirmPassword, guessCode, askedCode, post, audit, isRequiredOf, clock } = needs;

  const replaceCodes = async (within: Connection, accountId: string): Promise<string[]> => {
    const codes = newRecoveryCodes();
    await createSecondStepRepository(within).replaceRecoveryCodes(accountId, codes.map(hashCode), clock());
    return codes.map(written);
  };

  /** Both: an open session alone may not weaken an account, and neither may who has the password alone. */
  const prove = async (caller: Caller, { password, code }: Confirmed, device: Device): Promise<void> => {
    await confirmPassword(caller, password);
    const authenticator = await createSecondStepRepository(db).find(caller.accountId);
    if (authenticator?.confirmedAt == null) throw new Conflict(NOT_ON);
    const isRight = async () => (await askedCode.judge(caller.accountId, code, device)) === 'proved';
    if (!(await guessCode(caller, isRight))) refuseCode();
  };

  const own = (caller: Caller, device: Device): Omit<NewAuditEvent, 'action'> => ({
    actorId: caller.accountId,
    subjectId: caller.accountId,
    device,
  });

  return {
    async read(caller) {
      requirePermission(caller, 'see-own-account');
      const steps = createSecondStepRepository(db);
      const authenticator = await steps.find(caller.accountId);
      const since = authenticator?.confirmedAt ?? null;
      const codesLeft = since === null ? 0 : await steps.countRecoveryCodes(caller.accountId);
      return { since, codesLeft, isRequired: isRequiredOf(caller) };
    },
    async begin(caller, password) {
      requirePermission(caller, 'edit-second-step');
      await confirmPassword(caller, password);
      const secret = newSecret();
      const hasBegun = await createSecondStepRepository(db).begin(caller.accountId, secret, clock());
      if (!hasBegun) throw new Conflict(ALREADY_ON);
      return secretTexts(secret, caller.email);
    },
    async confirm(caller, code, device) {
      requirePermission(caller, 'edit-second-step');
      const { accountId, email } = caller;
      const begun = await createSecondStepRepository(db).find(accountId);
      if (begun === null) throw new Conflict(NOT_BEGUN);
      if (begun.confirmedAt !== null) throw new Conflict(ALREADY_ON);
      const step = stepOfCode(begun.secret, code, clock());
      const isRight = await guessCode(caller, async () => step !== null);
      if (!isRight || step === null) return refuseCode();
      return db.transaction().execute(async (within) => {
        const steps = createSecondStepRepository(within);
        if (!(await steps.confirm(accountId, begun.secret, step, clock()))) throw new Conflict(NOT_BEGUN);
        await audit.record({ ...own(caller, device), action: 'second-step-added' }, within);
        await post.post({ email, change: 'added' }, { within });
        return replaceCodes(within, accountId);
      });
    },
    async renewCodes(caller, input, device) {
      requirePermission(caller, 'edit-second-step');
      await prove(caller, input, device);
      return db.transaction().execute(async (within) => {
        await audit.record({ ...own(caller, device), action: 'recovery-codes-renewed' }, within);
        return replaceCodes(within, caller.accountId);
      });
    },
    async end(caller, input, device) {
      requirePermission(caller, 'edit-second-step');
      if (isRequiredOf(caller)) throw new NotAllowed(MUST_STAY);
      await prove(caller, input, device);
      await db.transaction().execute(async (within) => {
        if (!(await createSecondStepRepository(within).remove(caller.accountId))) throw new Conflict(NOT_ON);
        await audit.record({ ...own(caller, device), action: 'second-step-ended' }, within);
        await post.post({ email: caller.email, change: 'ended' }, { within });
      });
    },
    async reset(caller, accountId, device) {
      requirePermission(caller, 'edit-people');
      const person = isId(accountId) ? await accounts.findUser(accountId) : null;
      if (person === null) throw new NotFound('Pessoa não encontrada.');
      await db.transaction().execute(async (within) => {
        if (!(await createSecondStepRepository(within).remove(accountId))) throw new Conflict(NOT_ON);
        const event = { actorId: caller.accountId, subjectId: person._id, device };
        await audit.record({ ...event, action: 'second-step-reset' }, within);
        await post.post({ email: person.email, change: 'reset' }, { within });
      });
    },
  };
};
