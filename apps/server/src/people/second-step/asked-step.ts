import type { Platform } from '../../platform/platform.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { Device, SecondStep } from '../session/index.ts';
import { latestStep, stepOfCode } from './authenticator.ts';
import type { PasskeyProof } from './passkey-proof.ts';
import { hashCode } from './recovery-codes.ts';
import { createSecondStepRepository } from './second-step.repository.ts';

/** Checks the second step of a sign-in. */
export const createSecondStepCheck = (
  needs: Pick<Platform, 'clock' | 'db'> & { passkeys: PasskeyProof; audit: AuditTrail },
): SecondStep => {
  const { db, passkeys, audit, clock } = needs;

  const isRecoveryCode = (accountId: string, code: string, device: Device): Promise<boolean> =>
    db.transaction().execute(async (within) => {
      const isRight = await createSecondStepRepository(within).useRecoveryCode(
        accountId,
        hashCode(code),
        clock(),
      );
      if (isRight)
        await audit.record(
          { action: 'recovery-code-used', actorId: accountId, subjectId: accountId, device },
          within,
        );
      return isRight;
    });

  const isCode = async (accountId: string, code: string, device: Device): Promise<boolean> => {
    const steps = createSecondStepRepository(db);
    const app = await steps.find(accountId);
    const step = app?.confirmedAt == null ? null : stepOfCode(app.secret, code, clock());
    return step === null
      ? isRecoveryCode(accountId, code, device)
      : steps.take(accountId, step, latestStep(clock()));
  };

  return {
    async judge({ id, email }, { code, passkey }, device) {
      const ways = await createSecondStepRepository(db).waysOf(id);
      if (ways.length === 0) return { outcome: 'proved', ways };
      if (passkey !== undefined) {
        const owner = await passkeys.ownerOf(passkey, { to: 'confirm', email }, device);
        return { outcome: owner === id ? 'proved' : 'wrong', ways };
      }
      if (code === undefined || code === '') return { outcome: 'missing', ways };
      return { outcome: (await isCode(id, code, device)) ? 'proved' : 'wrong', ways };
    },
  };
};
