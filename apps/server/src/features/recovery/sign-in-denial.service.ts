import type { SignInNotice } from '@nascente/contract/sign-in-notice';
import type { Instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Expired } from '../../platform/errors.ts';
import {
  createSignInNoticesRepository,
  type Device,
  hashToken,
  newToken,
  type Passwords,
  type SessionService,
} from '../session/index.ts';
import type { RecoveryPost } from './recovery-post.ts';

const EXPIRED = 'Este link não vale mais. Para trocar a senha, peça uma nova na tela de recuperação.';
const DENIED =
  'Pronto: todas as sessões foram encerradas e a senha deixou de valer. Enviamos ao seu e-mail um link para criar outra.';

/** Is told of every sign-in that its owner denied, within the transaction that acts on it. */
export type DenialWitness = (accountId: string, device: Device, within: Connection) => Promise<void>;

export interface SignInDenialService {
  /** Which sign-in a link is about. Throws Expired. */
  read(token: string): Promise<Omit<SignInNotice, 'ok' | 'type'>>;
  /** Shuts everybody out, and begins recovery: a new password comes by mail alone. Throws Expired. */
  deny(token: string, device: Device): Promise<string>;
}

export const createSignInDenialService = (needs: {
  db: Connection;
  passwords: Pick<Passwords, 'hash'>;
  session: Pick<SessionService, 'endAllOf'>;
  post: Pick<RecoveryPost, 'postLink'>;
  witness: DenialWitness;
  clock: () => Instant;
}): SignInDenialService => {
  const { db, passwords, session, post, witness, clock } = needs;

  const open = async (token: string) => {
    const tokenHash = hashToken(token);
    const notice = tokenHash && (await createSignInNoticesRepository(db).find(tokenHash, clock()));
    if (tokenHash === null || notice === null) throw new Expired(EXPIRED);
    return { tokenHash, ...notice };
  };

  return {
    async read(token) {
      const { at, device, address } = await open(token);
      return { at: at.toISOString(), device, address };
    },
    async deny(token, device) {
      const { tokenHash, accountId, email } = await open(token);
      // Whoever knew the password knows it no longer; whoever only has an old letter has won nothing.
      const passwordHash = await passwords.hash(newToken());
      await db.transaction().execute(async (within) => {
        const denial = { now: clock(), passwordHash };
        if (!(await createSignInNoticesRepository(within).deny(tokenHash, denial)))
          throw new Expired(EXPIRED);
        await witness(accountId, device, within);
        await post.postLink(email, within);
      });
      await session.endAllOf(accountId);
      return DENIED;
    },
  };
};
