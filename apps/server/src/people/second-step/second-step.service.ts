import { isId } from '@nascente/contract/base/conventions';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail, NewAuditEvent } from '../audit/index.ts';
import { createSignInNoticesRepository, type Device, type GuessedCode } from '../session/index.ts';
import { newSecret, secretTexts, stepOfCode } from './authenticator.ts';
import { keepWhatIsLeft, replaceCodes } from './left-steps.ts';
import { createPasskeysRepository } from './passkeys.repository.ts';
import { type Confirmed, type ProveOwner, refuseCode } from './prove-owner.ts';
import { createSecondStepRepository } from './second-step.repository.ts';
import type { SecondStepPost } from './second-step-post.ts';

const ALREADY_ON = 'A verificação em duas etapas já está ativada.';
const NOT_ON = 'A verificação em duas etapas não está ativada.';
const NOT_BEGUN = 'Comece de novo: leia o código QR antes de confirmar.';

interface SecondStepState {
  /** Of the authenticator app; null: there is none. */
  readonly since: Date | null;
  readonly passkeys: number;
  readonly codesLeft: number;
  readonly isRequired: boolean;
}

export type SecondStepService = ReturnType<typeof createSecondStepService>;

export const createSecondStepService = (needs: {
  db: Connection;
  accounts: Pick<AccountsService, 'findUser'>;
  proveOwner: ProveOwner;
  /** Counts guesses of a code. */
  guessCode: GuessedCode;
  post: SecondStepPost;
  audit: AuditTrail;
  isRequiredOf: (caller: Pick<Caller, 'profile'>) => boolean;
  clock: () => Instant;
}) => {
  const { db, accounts, proveOwner, guessCode, post, audit, isRequiredOf, clock } = needs;

  const own = (caller: Caller, device: Device): Omit<NewAuditEvent, 'action'> => ({
    actorId: caller.accountId,
    subjectId: caller.accountId,
    device,
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
    async begin(caller: Caller, input: Confirmed, device: Device): Promise<{ secret: string; uri: string }> {
      requirePermission(caller, 'edit-second-step');
      const before = await createSecondStepRepository(db).find(caller.accountId);
      if (before?.confirmedAt != null) throw new Conflict(ALREADY_ON);
      await proveOwner(caller, input, device);
      const secret = newSecret();
      const hasBegun = await createSecondStepRepository(db).begin(caller.accountId, secret, clock());
      if (!hasBegun) throw new Conflict(ALREADY_ON);
      return secretTexts(secret, caller.email);
    },
    /** @returns the recovery codes, which nobody can read again. Throws InvalidInput, LimitReached or Conflict. */
    async confirm(caller: Caller, code: string, device: Device): Promise<string[]> {
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
        await steps.hold(accountId);
        if (!(await steps.confirm(accountId, begun.secret, step, clock()))) throw new Conflict(NOT_BEGUN);
        await audit.record({ ...own(caller, device), action: 'second-step-added' }, within);
        const signIn = await createSignInNoticesRepository(within).signInOf(caller.sessionHash);
        await post.post({ email, change: 'added', signIn }, { within });
        return replaceCodes(within, accountId, clock());
      });
    },
    /** Throws WrongCredentials, InvalidInput, LimitReached or Conflict. */
    async renewCodes(caller: Caller, input: Confirmed, device: Device): Promise<string[]> {
      requirePermission(caller, 'edit-second-step');
      await requireOn(caller);
      await proveOwner(caller, input, device);
      return db.transaction().execute(async (within) => {
        await createSecondStepRepository(within).hold(caller.accountId);
        await audit.record({ ...own(caller, device), action: 'recovery-codes-renewed' }, within);
        return replaceCodes(within, caller.accountId, clock());
      });
    },
    /** Throws WrongCredentials, InvalidInput, LimitReached, NotAllowed or Conflict. */
    async end(caller: Caller, input: Confirmed, device: Device): Promise<void> {
      requirePermission(caller, 'edit-second-step');
      await requireOn(caller);
      await proveOwner(caller, input, device);
      await db.transaction().execute(async (within) => {
        const steps = createSecondStepRepository(within);
        await steps.hold(caller.accountId);
        if (!(await steps.removeAuthenticator(caller.accountId))) throw new Conflict(NOT_ON);
        const hasAnother = await keepWhatIsLeft(within, caller, isRequiredOf);
        await audit.record({ ...own(caller, device), action: 'second-step-ended' }, within);
        await post.post({ email: caller.email, change: hasAnother ? 'app-removed' : 'ended' }, { within });
      });
    },
    /** By an Admin, for somebody else. Throws NotFound or Conflict. */
    async reset(caller: Caller, accountId: string, device: Device): Promise<void> {
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
        const event = { actorId: caller.accountId, subjectId: person._id, device };
        await audit.record({ ...event, action: 'second-step-reset' }, within);
        await post.post({ email: person.email, change: 'reset' }, { within });
      });
    },
  };
};
