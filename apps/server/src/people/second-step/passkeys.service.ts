import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type { addPasskey, askForPasskey, beginPasskey } from '@nascente/contract/people/passkeys';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound, WrongCredentials } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import type { Device } from '../../platform/http/device.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { AuditTrail } from '../audit/index.ts';
import { createSignInNoticesRepository, type SessionService, type SignedIn } from '../session/index.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.ts';
import type { PasskeyProof } from './passkey-proof.ts';
import {
  createPasskeysRepository,
  createSecondStepRepository,
  type ListedPasskey,
} from './second-step.repository.ts';
import type { Confirmed, ProveOwner } from './second-step.service.ts';
import { keepWhatIsLeft, replaceCodes } from './second-step.service.ts';
import type { SecondStepMail } from './second-step-mail.ts';

const NOT_MADE = 'O aparelho não criou a chave a tempo, ou não confirmou que era você. Tente de novo.';
const TAKEN = 'Esta chave de acesso já está em uso.';
const TOO_MANY = 'Uma conta pode ter até 20 chaves de acesso. Remova uma que não usa mais.';
const NOT_ACCEPTED = 'Esta chave de acesso não foi aceita. Tente de novo, ou entre com a senha.';
const MAX_OF_ACCOUNT = 20;

const absent = (): never => {
  throw new NotFound('Chave de acesso não encontrada.');
};

type Made = BodyOf<typeof addPasskey>;

export const createPasskeysService = (needs: {
  db: Connection;
  ceremonies: PasskeyCeremonies;
  proof: PasskeyProof;
  proveOwner: ProveOwner;
  session: Pick<SessionService, 'open'>;
  /** Limits by address: requested challenges, and sign-ins. */
  quotas: { readonly ask: Quota; readonly enter: Quota };
  mailer: SecondStepMail;
  audit: AuditTrail;
  isRequiredOf: (caller: Pick<Caller, 'profile'>) => boolean;
  clock: () => Instant;
}) => {
  const { db, ceremonies, proof, proveOwner, session, quotas, mailer, audit, isRequiredOf, clock } = needs;

  return {
    list(caller: Caller): Promise<readonly ListedPasskey[]> {
      requirePermission(caller, 'see-own-account');
      return createPasskeysRepository(db).listOf(caller.accountId);
    },
    /** Throws WrongCredentials, InvalidInput, LimitReached or Conflict. */
    async begin(caller: Actor, input: Confirmed): Promise<AnswerOf<typeof beginPasskey>['options']> {
      requirePermission(caller, 'edit-second-step');
      await proveOwner(caller, input);
      const existing = await createPasskeysRepository(db).listOf(caller.accountId);
      if (existing.length >= MAX_OF_ACCOUNT) throw new Conflict(TOO_MANY);
      return ceremonies.askToMake(caller, { to: 'add', sessionHash: caller.sessionHash }, existing);
    },
    /** @returns new recovery codes for the first second step of an account; otherwise `null`. Throws InvalidInput or Conflict. */
    async add(caller: Actor, { name, passkey }: Made): Promise<string[] | null> {
      requirePermission(caller, 'edit-second-step');
      const { accountId, email, sessionHash } = caller;
      const made = await ceremonies.readMade(passkey, { to: 'add', sessionHash });
      if (made === null) throw new InvalidInput(NOT_MADE);
      return db.transaction().execute(async (within) => {
        const steps = createSecondStepRepository(within);
        await steps.hold(accountId);
        const isFirstWay = (await steps.waysOf(accountId)).length === 0;
        const keys = createPasskeysRepository(within);
        // Several challenges may have been requested before the first key was added.
        if ((await keys.listOf(accountId)).length >= MAX_OF_ACCOUNT) throw new Conflict(TOO_MANY);
        const wasInserted = await keys.insert({
          ...made,
          accountId,
          name,
          at: clock(),
        });
        if (!wasInserted) throw new Conflict(TAKEN);
        const event = { action: 'passkey-added', by: caller, subjectId: accountId } as const;
        await audit.record({ ...event, detail: { name } }, within);
        const signIn = await createSignInNoticesRepository(within).signInOf(sessionHash);
        await mailer.send({ email, change: 'passkey-added', signIn }, { within });
        return isFirstWay ? replaceCodes(within, accountId, clock()) : null;
      });
    },
    /** Throws NotFound. */
    async rename(caller: Caller, id: string, name: string): Promise<void> {
      requirePermission(caller, 'edit-second-step');
      const wasThere = isId(id) && (await createPasskeysRepository(db).rename(caller.accountId, id, name));
      if (!wasThere) absent();
    },
    /** Throws NotFound, WrongCredentials, InvalidInput, LimitReached or NotAllowed. */
    async remove(caller: Actor, id: string, input: Confirmed): Promise<void> {
      requirePermission(caller, 'edit-second-step');
      const { accountId, email } = caller;
      const existing = await createPasskeysRepository(db).listOf(accountId);
      if (!existing.some((key) => key.id === id.toLowerCase())) return absent();
      await proveOwner(caller, input);
      await db.transaction().execute(async (within) => {
        await createSecondStepRepository(within).hold(accountId);
        const name = (await createPasskeysRepository(within).remove(accountId, id)) ?? absent();
        const hasAnother = await keepWhatIsLeft(within, caller, isRequiredOf);
        const event = { action: 'passkey-removed', by: caller, subjectId: accountId } as const;
        await audit.record({ ...event, detail: { name } }, within);
        await mailer.send({ email, change: hasAnother ? 'passkey-removed' : 'ended' }, { within });
      });
    },
    /** Throws LimitReached or Conflict. */
    async ask(email: string | undefined, device: Device): Promise<AnswerOf<typeof askForPasskey>['options']> {
      await quotas.ask.use(subscriberOf(device.address));
      return ceremonies.askToSign(email === undefined ? { to: 'enter' } : { to: 'confirm', email });
    },
    /** Signs in by a passkey alone. Throws LimitReached, WrongCredentials or NotAllowed. */
    async enter(
      passkey: Parameters<PasskeyProof['ownerOf']>[0],
      isStored: boolean,
      device: Device,
    ): Promise<SignedIn> {
      await quotas.enter.use(subscriberOf(device.address));
      const owner = await proof.ownerOf(passkey, { to: 'enter' }, device);
      if (owner === null) throw new WrongCredentials(NOT_ACCEPTED);
      const opened = await session.open(owner, isStored, device);
      const event = { action: 'signed-in', actorId: owner, subjectId: owner, device } as const;
      await audit.record({ ...event, detail: { by: 'passkey' } });
      return opened;
    },
  };
};
