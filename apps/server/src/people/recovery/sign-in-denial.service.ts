import type { AnswerOf } from '@nascente/contract/base/call';
import type { denySignIn, SignInNotice } from '@nascente/contract/people/sign-in-notice';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Expired } from '../../platform/errors.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { RemoveCredentials } from '../credentials/index.ts';
import {
  createSignInNoticesRepository,
  type Device,
  hashToken,
  newToken,
  type Passwords,
  type SessionService,
} from '../session/index.ts';
import type { RecoveryMail } from './recovery-post.ts';

const EXPIRED = 'Este link não vale mais. Para trocar a senha, peça uma nova na tela de recuperação.';
const DENIED =
  'Pronto: todas as sessões foram encerradas, a senha deixou de valer, e o que foi criado desde essa entrada foi removido. Enviamos ao seu e-mail a lista e um link para criar outra senha.';

/** Called for every denied sign-in, within the transaction of the denial. */
export type DenialWitness = (accountId: string, device: Device, within: Connection) => Promise<void>;

export type SignInDenialService = ReturnType<typeof createSignInDenialService>;

export const createSignInDenialService = (needs: {
  db: Connection;
  passwords: Pick<Passwords, 'hash'>;
  session: Pick<SessionService, 'endAllOf'>;
  post: Pick<RecoveryMail, 'postDenied'>;
  removals: RemoveCredentials;
  audit: Pick<AuditTrail, 'madeSince'>;
  witness: DenialWitness;
  clock: () => Instant;
}) => {
  const { db, passwords, session, post, removals, audit, witness, clock } = needs;

  const open = async (token: string) => {
    const tokenHash = hashToken(token);
    const notice = tokenHash && (await createSignInNoticesRepository(db).find(tokenHash, clock()));
    if (tokenHash === null || notice === null) throw new Expired(EXPIRED);
    return { tokenHash, ...notice };
  };

  return {
    /** Which sign-in a link is about. Throws Expired. */
    async read(token: string): Promise<Omit<SignInNotice, 'ok' | 'type'>> {
      const { at, device, address } = await open(token);
      return { at: at.toISOString(), device, address };
    },
    /** Ends all access and begins recovery: a new password is set by e-mail only. Throws Expired. */
    async deny(token: string, device: Device): Promise<Omit<AnswerOf<typeof denySignIn>, 'ok'>> {
      const { tokenHash, accountId, email, at } = await open(token);
      // The old password becomes invalid, and the bearer of an old e-mail gains nothing.
      const passwordHash = await passwords.hash(newToken());
      const { removed, left } = await db.transaction().execute(async (within) => {
        const denial = { now: clock(), passwordHash };
        const earlier = await createSignInNoticesRepository(within).deny(tokenHash, denial);
        if (earlier === null) throw new Expired(EXPIRED);
        const since = await audit.madeSince(accountId, instant(at.getTime()), within);
        await witness(accountId, device, within);
        const removed = await removals.madeSince(accountId, since, { actorId: accountId, device }, within);
        const left = await removals.countLeft(accountId, within);
        await post.postDenied({ email, removed, left, earlier }, within);
        return { removed, left };
      });
      const clients = removed.filter(({ kind }) => kind === 'client-user').map(({ id }) => id);
      await Promise.all([accountId, ...clients].map((id) => session.endAllOf(id)));
      return {
        msg: DENIED,
        removed: removed.map(({ kind, name, createdAt }) => ({
          kind,
          name,
          createdAt: createdAt.toISOString(),
        })),
        left,
      };
    },
  };
};
