import { toNestErrors } from '@hookform/resolvers';
import {
  billStep,
  businessStep,
  equipmentStep,
  hoursStep,
} from '@nascente/contract/sites/establishment-steps';
import type { Resolver } from 'react-hook-form';
import { businessOf, equipmentOf, openingOf, supplyOf } from '../typed/body-of.ts';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import { STEPS, stepAt } from './steps.ts';

interface StepIssue {
  /** Path of the field, which is the contract's. */
  path: string;
  message: string;
}

const judge = (step: number, typed: TypedEstablishment) => {
  const { name } = stepAt(step);
  switch (name) {
    case 'business':
      return businessStep.safeParse(businessOf(typed));
    case 'hours':
      return hoursStep.safeParse(openingOf(typed));
    case 'bill':
      return billStep.safeParse(supplyOf(typed));
    case 'equipment':
      return equipmentStep.safeParse(equipmentOf(typed));
  }
};

/** The hours are said to be wrong as a whole, whichever of them it is. */
const pathOf = (path: readonly PropertyKey[]) =>
  path[0] === 'businessHours' ? 'businessHours' : path.map(String).join('.');

/** What the contract refuses of a step: the first words for each field. */
export const issuesOf = (step: number, typed: TypedEstablishment): readonly StepIssue[] => {
  const judged = judge(step, typed);
  if (judged.success) return [];
  const byPath = new Map<string, string>();
  for (const { path, message } of judged.error.issues) {
    const at = pathOf(path);
    if (!byPath.has(at)) byPath.set(at, message);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
};

/** The first step from `from` up to, but without, `to` that is not right yet; null when all are. */
export const firstWrongStep = (typed: TypedEstablishment, from: number, to: number): number | null => {
  const wrong = STEPS.findIndex((_, step) => step >= from && step < to && issuesOf(step, typed).length > 0);
  return wrong === -1 ? null : wrong;
};

/** Checks the step that is on screen, and only that one. */
export const stepResolver: Resolver<TypedEstablishment, { step: number }> = (typed, context, options) => {
  const issues = issuesOf(context?.step ?? 0, typed);
  if (issues.length === 0) return { values: typed, errors: {} };
  const flat = Object.fromEntries(issues.map(({ path, message }) => [path, { type: 'validation', message }]));
  return { values: {}, errors: toNestErrors<TypedEstablishment>(flat, options) };
};
