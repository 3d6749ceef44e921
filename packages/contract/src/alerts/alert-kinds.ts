import { durationText, momentText } from '@nascente/domain/alerts/level-text';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import type { AlertKindTerms, WordedAlert } from './define-alert-kind.ts';
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

/** An alert as it is shown on a screen, in an e-mail or on a device. Instants are ISO 8601 texts. */
export interface AlertText extends WordedAlert {
  readonly facts: AlertFacts;
  readonly beganAt: string;
  readonly undoneAt: string | null;
  /** R$ so far; for an ended alert its final cost. `null`: the alert has no cost, or the cost is unknown. */
  readonly cost: number | null;
}

const momentOf = (text: string): Instant => instant(Date.parse(text));

/** The title of an alert in one line: its kind, and the meter or establishment. */
export const alertTitle = ({ facts, ...alert }: AlertText): string => {
  const terms = KINDS_OF_ALERT[facts.kind];
  const whose = terms.isOfEstablishment
    ? alert.establishment.name
    : alert.meters.map(({ name }) => name).join(', ');
  return terms.title?.(facts, alert) ?? `${terms.label}: ${whose}`;
};

/** Sentences with further facts and possible actions; empty if the title contains everything. */
export const alertText = ({ facts, ...alert }: AlertText, now: Instant): string =>
  KINDS_OF_ALERT[facts.kind].text(facts, alert, now);

/** States since when an active alert has lasted, or how an ended one ended. */
export const alertCourse = (
  { beganAt, endedAt, undoneAt, establishment, cost }: AlertText,
  now: Instant,
): string => {
  const zone = establishment.zone as Zone;
  const began = momentOf(beganAt);
  if (undoneAt !== null) return 'Desfeito: os dados ou o cadastro mudaram depois, e este aviso não vale mais';
  if (endedAt === null) return `Desde ${momentText(began, now, zone)}, há ${durationText(now - began)}`;
  const ended = momentOf(endedAt);
  const paid = cost === null ? '' : `, custou ${formatReais(cost)}`;
  return `Normalizou ${momentText(ended, now, zone)}, durou ${durationText(ended - began)}${paid}`;
};

/** The text below the title in a push message or another system: start or end of the alert, then further facts. */
export const alertBody = (alert: AlertText, now: Instant): string => {
  const text = alertText(alert, now);
  const course = `${alertCourse(alert, now)}.`;
  return text === '' ? course : `${course} ${text}`;
};

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

/** The facts of an alert; the fields depend on its kind. */
export const alertFacts = z.discriminatedUnion('kind', [first.facts, ...others.map(({ facts }) => facts)]);
export type AlertFacts = z.output<typeof alertFacts>;
export type AlertFactsOf<K extends AlertKind> = Extract<AlertFacts, { kind: K }>;

/** The definition of each kind. The functions of a definition accept only the facts of their kind. */
export const KINDS_OF_ALERT = Object.fromEntries(
  KINDS.map(({ kind, terms }) => [kind, terms]),
) as unknown as Readonly<Record<AlertKind, AlertKindTerms<AlertFacts>>>;
