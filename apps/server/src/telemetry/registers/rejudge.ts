import { type RegisterLimits, rulesOf, stepsOf } from '@nascente/domain/telemetry/registers/registers';
import type { RegisterStepsRepository, StoredStep, TouchedWindow } from './register-steps.repository.ts';

/** Number of steps read after a change; usually the first one ends the window. */
const FIRST_AFTER = 64;
const GROWTH = 16;

/** A step with a changed verdict, and the change of its increment. */
interface RejudgedStep extends StoredStep {
  readonly gained: number;
}

/**
 * Judges changed intervals of registers again, each from the settled step before it to the first later step that is settled in
 * the old and the new judgement; steps after that one cannot change. @returns the changed steps, which are stored
 */
export const rejudge = async (
  steps: RegisterStepsRepository,
  touched: readonly TouchedWindow[],
  limitsOf: (window: TouchedWindow) => RegisterLimits,
): Promise<readonly RejudgedStep[]> => {
  const changed: RejudgedStep[] = [];
  let open = touched;
  for (let after = FIRST_AFTER; open.length > 0; after *= GROWTH) {
    const found = await steps.windows(open, after);
    const unfinished: TouchedWindow[] = [];
    for (const [index, window] of open.entries()) {
      const outcome = judgeWindow(found[index] ?? [], window, limitsOf(window), after);
      if (outcome === null) unfinished.push(window);
      else changed.push(...outcome);
    }
    open = unfinished;
  }
  if (changed.length > 0) await steps.judged(changed);
  return changed;
};

/** The changed steps of a window; `null`: more of the following steps must be read. */
const judgeWindow = (
  stored: readonly StoredStep[],
  { register, since, until }: TouchedWindow,
  limits: RegisterLimits,
  after: number,
): readonly RejudgedStep[] | null => {
  const first = stored[0];
  const base = first?.isSettled && first.at < since ? first : null;
  const before = base === null ? stored : stored.slice(1);
  const judged = stepsOf(before, rulesOf(register, limits), base);
  const end = before.findIndex(
    ({ at, isSettled }, index) => at > until && isSettled && judged[index]?.isSettled,
  );
  if (end < 0 && before.filter(({ at }) => at > until).length === after) return null;
  const changed: RejudgedStep[] = [];
  for (const [index, step] of before.slice(0, end < 0 ? before.length : end + 1).entries()) {
    const now = judged[index];
    if (now !== undefined && isAnother(step, now))
      changed.push({ ...step, ...now, gained: now.increment - step.increment });
  }
  return changed;
};

type Judgement = Pick<StoredStep, 'verdict' | 'increment' | 'isSettled'>;

const isAnother = (a: Judgement, b: Judgement): boolean =>
  a.verdict !== b.verdict || a.increment !== b.increment || a.isSettled !== b.isSettled;
