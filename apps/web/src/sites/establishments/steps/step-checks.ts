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

/** Errors of hours are reported as a whole. */
const pathOf = (path: readonly PropertyKey[]) =>
  path[0] === 'businessHours' ? 'businessHours' : path.map(String).join('.');

export const issuesOf = (step: number, typed: TypedEstablishment) => {
  const judged = judge(step, typed);
  if (judged.success) return [];
  const byPath = new Map<string, string>();
  for (const { path, message } of judged.error.issues) {
    const at = pathOf(path);
    if (!byPath.has(at)) byPath.set(at, message);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
};

/** The first invalid step from `from` before `to`; null when all are valid. */
export const firstWrongStep = (typed: TypedEstablishment, from: number, to: number): number | null => {
  const wrong = STEPS.findIndex((_, step) => step >= from && step < to && issuesOf(step, typed).length > 0);
  return wrong === -1 ? null : wrong;
};

/** Validates the step on screen only. */
export const stepResolver: Resolver<TypedEstablishment, { step: number }> = (typed, context, options) => {
  const issues = issuesOf(context?.step ?? 0, typed);
  if (issues.length === 0) return { values: typed, errors: {} };
  const flat = Object.fromEntries(issues.map(({ path, message }) => [path, { type: 'validation', message }]));
  return { values: {}, errors: toNestErrors<TypedEstablishment>(flat, options) };
};
