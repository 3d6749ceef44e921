import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { SecondStep, SessionFeature } from '../session/index.ts';
import { bindSecondStep } from './second-step.routes.ts';
import { createSecondStepService } from './second-step.service.ts';
import { createSecondStepPost } from './second-step-post.ts';

export { createAskedCode } from './asked-code.ts';

interface SecondStepFeature {
  register(app: CallBinder): void;
}

/**
 * To be called before the jobs start.
 * @param needs.askedCode what signing in asks by.
 * @param needs.publicUrl where people reach the web application, without a slash at its end.
 */
export const createSecondStepFeature = (needs: {
  database: Pick<Database, 'db'>;
  accounts: AccountsService;
  session: Pick<SessionFeature, 'confirmPassword' | 'guessCode' | 'mustHaveSecondStep'>;
  askedCode: SecondStep;
  audit: AuditTrail;
  mail: Pick<Mail, 'kind'>;
  publicUrl: string;
  brandRule: readonly string[];
  clock: () => Instant;
}): SecondStepFeature => {
  const { database, accounts, session, askedCode, audit, clock } = needs;
  const service = createSecondStepService({
    db: database.db,
    accounts,
    confirmPassword: session.confirmPassword,
    guessCode: session.guessCode,
    askedCode,
    post: createSecondStepPost(needs),
    audit,
    isRequiredOf: session.mustHaveSecondStep,
    clock,
  });
  return { register: (app) => bindSecondStep(app, service) };
};
