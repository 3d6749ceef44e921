import type { BodyOf, ParamsOf } from '@nascente/contract/base/call';
import type { AnsweredStep, chooseVerdict } from '@nascente/contract/telemetry/registers';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { REGISTER_NAMES } from '@nascente/domain/telemetry/adapters/mapped-field';
import { blankFrame } from '@nascente/domain/telemetry/frames/frame';
import type { PoolClient } from 'pg';
import { InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Meter } from '../../sites/meters/index.ts';
import { createAdaptedStateRepository } from './adapted-state.repository.ts';
import { credit } from './credit.ts';
import { createCreditedReadingsRepository } from './credited-readings.repository.ts';
import { createRegisterStepsRepository, type StepKey } from './register-steps.repository.ts';
import { rejudge } from './rejudge.ts';
import { inUnits, stepAnswer } from './step-answer.ts';
import { createVerdictsRepository } from './verdicts.repository.ts';

/** What the operator says of which step. */
export type GivenVerdict = BodyOf<typeof chooseVerdict> & ParamsOf<typeof chooseVerdict>;

const NO_WIDTH = 'Para uma virada, informe antes no adaptador da placa em que valor o registrador recomeça.';

/**
 * Takes the operator's word for a step, and computes what follows from it again, within the transaction of its
 * connection: the steps, the readings, the quarters. Throws NotFound, InvalidInput.
 */
export const judgeAnew = async (
  connection: PoolClient,
  needs: { meter: Meter; accountId: string; choice: GivenVerdict; now: Instant },
): Promise<{ step: AnsweredStep; difference: number }> => {
  const { accountId, now } = needs;
  const { installationId, kind } = needs.meter;
  const { register, date, verdict, reason } = needs.choice;
  const verdicts = createVerdictsRepository(connection);
  const steps = createRegisterStepsRepository(connection, REGISTER_NAMES);
  const readings = createCreditedReadingsRepository(connection);
  await createAdaptedStateRepository(connection).lock([installationId]);
  const key: StepKey = { installationId, register, at: instant(date) };
  const step = await verdicts.find(key);
  if (step === null) throw new NotFound('Leitura não encontrada.');
  const limits = await verdicts.limitsOf(installationId);
  if (verdict === 'rollover' && limits.width === null)
    throw new InvalidInput(NO_WIDTH, [{ path: 'verdict', msg: NO_WIDTH }]);
  await steps.choose(key, verdict);
  const window = { installationId, register, since: key.at, until: key.at };
  const changed = await rejudge(steps, [window], () => limits);
  const touched = changed.map(({ at }) => ({ installationId, frame: blankFrame(kind, at) }));
  if (touched.length > 0) await credit({ steps, readings, now }, touched);
  const before = step.verdict;
  await verdicts.record({ ...key, chosen: verdict, before, reason, accountId, decidedAt: now });
  const gained = changed.reduce((sum, each) => sum + each.gained, 0);
  return { step: stepAnswer((await verdicts.find(key)) ?? step), difference: inUnits(gained) };
};
