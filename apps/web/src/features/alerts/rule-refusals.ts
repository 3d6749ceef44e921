import { ApiFailure } from '../../shared/api-failure.ts';
import type { Draft } from './rule-draft.ts';

/** What is wrong with fields of the form of a rule. */
export type Refusals = Partial<Record<keyof Draft, string>>;

/** The fields by the names that the server has for what is asked there. */
const FIELDS: Readonly<Record<string, keyof Draft>> = {
  name: 'name',
  severity: 'severity',
  target: 'target',
  quantity: 'quantity',
  span: 'span',
  test: 'test',
  limit: 'limit',
  hysteresis: 'slack',
  forMinutes: 'minutes',
  hours: 'hours',
};

/** 'terms.limit' and 'target.id' are of one field each. */
const fieldOf = (path: string): keyof Draft | undefined => {
  const [first = '', second = ''] = path.split('.');
  return FIELDS[first === 'terms' ? second : first];
};

/** What the server says of single fields; null where it says anything that no field can show. */
export const refusalsOf = (failure: unknown): Refusals | null => {
  if (!(failure instanceof ApiFailure) || failure.errors.length === 0) return null;
  const refusals: Refusals = {};
  for (const { path, msg } of failure.errors) {
    const field = fieldOf(path);
    if (field === undefined) return null;
    refusals[field] ??= msg;
  }
  return refusals;
};

/** The first on screen. */
export const focusRefused = (form: HTMLFormElement | null, refusals: Refusals): void => {
  const fields = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  [...fields].find((one) => Object.hasOwn(refusals, one.getAttribute('name') ?? ''))?.focus();
};
