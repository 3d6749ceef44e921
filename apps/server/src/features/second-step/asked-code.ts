import type { Instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { Device, SecondStep } from '../session/index.ts';
import { stepOfCode } from './authenticator.ts';
import { hashCode } from './recovery-codes.ts';
import { createSecondStepRepository } from './second-step.repository.ts';

/** Judges the code that signing in asks for where an account has a second step. */
export const createAskedCode = (needs: {
  db: Connection;
  audit: AuditTrail;
  clock: () => Instant;
}): SecondStep => {
  const { db, audit, clock } = needs;

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

  return {
    async judge(accountId, code, device) {
      const steps = createSecondStepRepository(db);
      const authenticator = await steps.find(accountId);
      if (authenticator === null || authenticator.confirmedAt === null) return 'proved';
      if (code === undefined || code === '') return 'missing';
      const step = stepOfCode(authenticator.secret, code, clock());
      const isRight =
        step === null ? await isRecoveryCode(accountId, code, device) : await steps.take(accountId, step);
      return isRight ? 'proved' : 'wrong';
    },
  };
};
