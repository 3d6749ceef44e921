import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { automaticTargets, type TourName } from './tour-names.ts';

/** Specification, section 9: after this many views a tour no longer opens by itself. */
const ENOUGH = 2;

const keyOf = (name: TourName): string => `tutorial.${name}`;

const viewsOf = (name: TourName): number => {
  const views = Number(readPreference(keyOf(name)) ?? '0');
  return Number.isSafeInteger(views) && views >= 0 ? views : 0;
};

/** Set once the person suppresses automatic tours. */
const NONE = 'tutorial.none';

export const opensByItself = (name: TourName): boolean =>
  automaticTargets(name).length > 0 && readPreference(NONE) === null && viewsOf(name) < ENOUGH;

export const endAllAutomatic = (): void => writePreference(NONE, 'yes');

/** A closed tour no longer opens by itself. */
export const countClosed = (name: TourName): void => writePreference(keyOf(name), String(ENOUGH));

export const countFinished = (name: TourName): void =>
  writePreference(keyOf(name), String(viewsOf(name) + 1));
