import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Device } from '../../platform/http/device.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { ChallengePurpose, PasskeyCeremonies } from './passkey-ceremonies.ts';
import { createPasskeysRepository, type StoredPasskey } from './second-step.repository.ts';
import type { SecondStepMail } from './second-step-mail.ts';

/** Verifies signed challenges. `ownerOf` returns the account of the passkey; `null`: the key or its signature is not accepted. */
export type PasskeyProof = ReturnType<typeof createPasskeyProof>;

export const createPasskeyProof = (needs: {
  db: Connection;
  ceremonies: PasskeyCeremonies;
  mailer: SecondStepMail;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { db, ceremonies, mailer, audit, clock } = needs;

  /** Reports that the counter did not increase: a copy of the passkey exists, and either device may have signed. */
  const notifyOfCopy = ({ accountId, email }: StoredPasskey, device: Device): Promise<void> =>
    db.transaction().execute(async (within) => {
      await audit.record({ action: 'passkey-copied', actorId: null, subjectId: accountId, device }, within);
      await mailer.send({ email, change: 'passkey-copied' }, { within });
    });

  return {
    async ownerOf(
      signed: PasskeyAnswer,
      requested: ChallengePurpose,
      device: Device,
    ): Promise<string | null> {
      const keys = createPasskeysRepository(db);
      const credentialId = Buffer.from(signed.id, 'base64url');
      const key = await keys.find(credentialId);
      if (key === null || (requested.to === 'confirm' && key.email !== requested.email)) return null;
      const counter = await ceremonies.readSigned(signed, key, requested);
      if (counter === null) return null;
      if (await keys.use(key.id, counter, clock())) return key.accountId;
      if ((await keys.find(credentialId)) !== null) await notifyOfCopy(key, device);
      return null;
    },
  };
};
