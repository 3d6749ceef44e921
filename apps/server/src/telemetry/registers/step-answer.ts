import type { AnsweredStep } from '@nascente/contract/telemetry/registers';
import { instant } from '@nascente/domain/base/time/zone';
import { InvalidInput } from '../../platform/errors.ts';
import type { StepCursor, StepOnPaper } from './verdicts.repository.ts';

const THOUSANDTHS_PER_KILO = 1_000_000;

/** Thousandths of Wh, varh or litres as kWh, kvarh or m³. */
export const inUnits = (thousandths: number): number => thousandths / THOUSANDTHS_PER_KILO;

/** A step as the API tells it. */
export const stepAnswer = (step: StepOnPaper): AnsweredStep => ({
  register: step.register,
  date: step.at.toISOString(),
  raw: inUnits(step.raw),
  previous:
    step.previous_at === null || step.previous_raw === null
      ? null
      : { date: step.previous_at.toISOString(), raw: inUnits(step.previous_raw) },
  verdict: step.verdict,
  increment: inUnits(step.increment),
  decision:
    step.decided_at === null
      ? null
      : {
          verdict: step.decided,
          reason: step.reason ?? '',
          by: step.decided_by,
          date: step.decided_at.toISOString(),
        },
});

const CURSOR = /^(\d{1,15})-(\w{1,20})$/;

export const cursorText = ({ at, register }: StepOnPaper): string => `${at.getTime()}-${register}`;

/** Throws InvalidInput. */
export const cursorOf = (text: string): StepCursor => {
  const parts = CURSOR.exec(text);
  if (parts === null) throw new InvalidInput('Página inválida', [{ path: 'cursor', msg: 'Página inválida' }]);
  return { at: instant(Number(parts[1])), register: parts[2] ?? '' };
};
