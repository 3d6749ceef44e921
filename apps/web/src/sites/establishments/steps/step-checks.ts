import { toNestErrors } from '@hookform/resolvers';
import {
  billStep,
  businessStep,
  equipmentStep,
  hoursStep,
} from '@nascente/contract/sites/establishment-steps';
import type { Resolver } from 'react-hook-form';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { businessOf, equipmentOf, openingOf, supplyOf } from '../typed/body-of.ts';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';

export const STEPS = [
  { name: 'business', title: 'Estabelecimento' },
  { name: 'hours', title: 'Horário de Funcionamento' },
  { name: 'bill', title: 'Conta de Luz' },
  { name: 'equipment', title: 'Equipamento' },
] as const;

export type StepName = (typeof STEPS)[number]['name'];
export const LAST_STEP = STEPS.length - 1;

export const stepAt = (index: number): (typeof STEPS)[number] => STEPS[index] ?? STEPS[0];

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

const UNEXPECTED = 'Algo inesperado aconteceu, tente novamente mais tarde.';
const REVIEW = 'Por favor, revise os dados inseridos.';

/** The messages of a failed registration: the server's for a rejection, otherwise the usual ones. */
export const textOfFailure = (failure: Error): readonly string[] => {
  if (!(failure instanceof ApiFailure) || failure.msg === '') return [UNEXPECTED];
  if (failure.status === 400) return [failure.msg, REVIEW];
  // No answer, an unexpected answer, or a failing server.
  return failure.status >= 401 && failure.status < 500 ? [failure.msg] : [UNEXPECTED];
};

/** The server's errors by field; a registered CNPJ is reported at the CNPJ. */
export const refusedFields = (failure: Error): readonly { path: string; msg: string }[] => {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return [];
  if (failure.errors.length === 0 && failure.type === 'duplicate')
    return [{ path: 'cnpj', msg: failure.msg }];
  return failure.errors.map(({ path, msg }) => ({
    path: path.startsWith('businessHours') ? 'businessHours' : path,
    msg,
  }));
};

const FIRST_PARTS: Record<(typeof STEPS)[number]['name'], readonly string[]> = {
  business: [],
  hours: ['businessHours'],
  bill: ['bill', 'voltage', 'consumerUnit', 'solarPanel', 'tax'],
  equipment: ['equipmentsMetaData', 'equipments'],
};

/** The step of a field. */
export const stepOfField = (path: string): number => {
  const [first = ''] = path.split('.');
  return Math.max(
    0,
    STEPS.findIndex(({ name }) => FIRST_PARTS[name].includes(first)),
  );
};
