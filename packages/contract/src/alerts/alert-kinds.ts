import { z } from 'zod/mini';
import type { AlertKindTerms } from './define-alert-kind.ts';
import { billWrong } from './kinds/bill-wrong.ts';
import { clock } from './kinds/clock.ts';
import { completeness } from './kinds/completeness.ts';
import { contractEnds } from './kinds/contract-ends.ts';
import { creditsExpire } from './kinds/credits-expire.ts';
import { cycleBudget } from './kinds/cycle-budget.ts';
import { cycleYear } from './kinds/cycle-year.ts';
import { demandHeading } from './kinds/demand-heading.ts';
import { demandOverrun } from './kinds/demand-overrun.ts';
import { generation } from './kinds/generation.ts';
import { leak } from './kinds/leak.ts';
import { nightUse } from './kinds/night-use.ts';
import { own } from './kinds/own.ts';
import { phase } from './kinds/phase.ts';
import { powerFactor } from './kinds/power-factor.ts';
import { reactive } from './kinds/reactive.ts';
import { silent } from './kinds/silent.ts';
import { voltage } from './kinds/voltage.ts';

/** The kinds of alert, in the order in which they are listed. */
const KINDS = [
  silent,
  leak,
  nightUse,
  cycleBudget,
  cycleYear,
  demandHeading,
  demandOverrun,
  reactive,
  powerFactor,
  voltage,
  phase,
  generation,
  clock,
  completeness,
  billWrong,
  contractEnds,
  creditsExpire,
  own,
] as const;

export type AlertKind = (typeof KINDS)[number]['kind'];
export const ALERT_KINDS: readonly AlertKind[] = KINDS.map(({ kind }) => kind);

const [first, ...others] = KINDS;

/** The figures of an alert: its kind decides the fields. */
export const alertFacts = z.discriminatedUnion('kind', [first.facts, ...others.map(({ facts }) => facts)]);
export type AlertFacts = z.output<typeof alertFacts>;
export type AlertFactsOf<K extends AlertKind> = Extract<AlertFacts, { kind: K }>;

/** The terms of each kind. Their functions take the facts of their kind only. */
export const KINDS_OF_ALERT = Object.fromEntries(
  KINDS.map(({ kind, terms }) => [kind, terms]),
) as unknown as Readonly<Record<AlertKind, AlertKindTerms<AlertFacts>>>;
