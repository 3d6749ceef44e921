import type { IncidentRules } from '@nascente/domain/alerts/incidents';
import type { Severity } from '@nascente/domain/alerts/notices';
import type { RuleQuantity, RuleSpan } from '@nascente/domain/alerts/own-rules';
import type { Opinions, Threshold } from '@nascente/domain/alerts/thresholds';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import { z } from 'zod/mini';

/** The part of an alert that its texts use. Instants are ISO 8601 texts. */
export interface WordedAlert {
  readonly establishment: { readonly name: string; readonly zone: string };
  readonly meters: readonly { readonly name: string }[];
  readonly endedAt: string | null;
}

/** Screen to which an alert leads. `quality-week`: the week of power quality in which it began; `changes`: the causes of a bill's change. */
export type AlertLink = 'moment' | 'quality-week' | 'bill' | 'changes' | 'utility-bill' | 'budgets';

type AlertIcon =
  | 'bell'
  | 'bolt'
  | 'calendar'
  | 'chart'
  | 'clock'
  | 'cloud-off'
  | 'coin'
  | 'drop'
  | 'meter'
  | 'moon'
  | 'sun';

/** All that differs between kinds of alert except the rule that detects it; `F`: its facts. */
export interface AlertKindTerms<F> {
  /** Portuguese name, shown where a kind is chosen and in titles. */
  readonly label: string;
  readonly icon: AlertIcon;
  /** Alerts of one cause in an establishment are shown as one; `null`: of the same kind and meters only. */
  readonly cause: 'cycle' | 'data' | 'demand' | 'reactive' | 'supply' | null;
  readonly severity: Severity;
  /** How far apart findings of one alert may lie, and how much calm ends it. */
  readonly incidents: IncidentRules;
  /** Whether it concerns the whole establishment: shown to people who may see every meter that measures it. */
  readonly isOfEstablishment: boolean;
  /** `null` where the law, or the past of the meter, sets the limit. */
  readonly threshold: Threshold | null;
  /** Portuguese label of the civil day that an establishment enters for it; `null`: none. */
  readonly dayLabel: string | null;
  /** Interval of repeated notices while it is active and unacknowledged; `null`: none. */
  readonly repeatMs: number | null;
  readonly links: readonly AlertLink[];
  /** Title; by default the label and the meters or the establishment. */
  title?(facts: F, alert: WordedAlert): string;
  /** Sentences with the figures and what to do; empty where the title says it all. */
  text(facts: F, alert: WordedAlert, now: Instant): string;
  /** A mark for an alert that needs an act at once. */
  mark?(facts: F, alert: WordedAlert, now: Instant): string | null;
  /** Curve of the measurements around it. `utility`: consumption of energy or water, by the type of the meter. */
  curve?(facts: F): {
    readonly quantity: RuleQuantity | 'utility' | 'phase-voltage';
    readonly span: RuleSpan;
    /** In the unit of the quantity; `null`: none is drawn. */
    readonly limit: number | null;
    /** Of `phase-voltage`: the phase to draw; by default the lowest one of each ten minutes. */
    readonly phase?: 'A' | 'B' | 'C';
  };
  /** Whether an establishment wants it, for limits that the rule itself does not apply. */
  isWanted?(facts: F, setting: { readonly threshold: number | null; readonly opinions: Opinions }): boolean;
}

/** A finding without a gap belongs to one alert a day. */
export const BY_DAY: IncidentRules = { togetherMs: 0, returnsMs: 36 * HOUR_MS, calmMs: 0 };
export const IMMEDIATE: IncidentRules = { togetherMs: 0, returnsMs: 0, calmMs: 0 };

const DEFAULTS = {
  cause: null,
  isOfEstablishment: false,
  threshold: null,
  dayLabel: null,
  repeatMs: null,
} as const;
const MOMENT: readonly AlertLink[] = ['moment'];

type Optional = keyof typeof DEFAULTS | 'links';
type Facts<S extends z.core.$ZodShape> = z.output<z.ZodMiniObject<S>>;

/** Describes a kind of alert; `facts` are its figures, as stored and answered, beside the kind itself. */
export const defineAlertKind = <const K extends string, S extends z.core.$ZodShape>({
  kind,
  facts,
  ...terms
}: Omit<AlertKindTerms<Facts<S>>, Optional> &
  Partial<Pick<AlertKindTerms<Facts<S>>, Optional>> & { readonly kind: K; readonly facts: S }) => ({
  kind,
  facts: z.object({ kind: z.literal(kind), ...facts }),
  terms: { ...DEFAULTS, links: MOMENT, ...terms },
});
