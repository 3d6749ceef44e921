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
  /** Null while the alert is active. */
  readonly endedAt: string | null;
}

/**
 * Screen to which an alert leads. `moment`: the curve at the time of the alert; `quality-week`: the week of power quality in which
 * the alert began; `changes`: the causes of a bill's change.
 */
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

/** The definition of an alert kind, without the rule that detects it. `F`: the facts of the kind. */
export interface AlertKindTerms<F> {
  /** Portuguese name, shown where a kind is chosen and in titles. */
  readonly label: string;
  readonly icon: AlertIcon;
  /**
   * Active alerts of an establishment with the same cause are shown as one. `null`: only alerts of the same kind and meters are
   * shown as one.
   */
  readonly cause: 'cycle' | 'data' | 'demand' | 'reactive' | 'supply' | null;
  readonly severity: Severity;
  /** When findings belong to one alert, when a later finding continues it, and after how long without a finding it ends. */
  readonly incidents: IncidentRules;
  /**
   * True if the alert concerns the whole establishment; it is then shown only to users who may see all its meters that the alert
   * is computed from.
   */
  readonly isOfEstablishment: boolean;
  /** The limit that users can change; `null` if the limit follows from the law or from earlier data of the meter. */
  readonly threshold: Threshold | null;
  /** Portuguese label of the date that a user enters for an establishment; `null`: the kind needs no date. */
  readonly dayLabel: string | null;
  /** Interval of repeated notices while an alert is active and not acknowledged; `null`: the notice is not repeated. */
  readonly repeatMs: number | null;
  readonly links: readonly AlertLink[];
  /** The title of an alert; by default the label with the meters or the establishment. */
  title?(facts: F, alert: WordedAlert): string;
  /** Sentences with the figures and with advice; empty if the title contains everything. */
  text(facts: F, alert: WordedAlert, now: Instant): string;
  /** A short label for an alert that requires immediate action; `null`: no label. */
  mark?(facts: F, alert: WordedAlert, now: Instant): string | null;
  /** The curve to draw with the alert. `utility`: consumption of energy or of water, depending on the type of the meter. */
  curve?(facts: F): {
    readonly quantity: RuleQuantity | 'utility' | 'phase-voltage';
    readonly span: RuleSpan;
    /** The limit to draw, in the unit of the quantity; `null`: no limit is drawn. */
    readonly limit: number | null;
    /** For `phase-voltage`: the phase to draw; by default the one with the lowest voltage in each ten minutes. */
    readonly phase?: 'A' | 'B' | 'C';
  };
  /** Whether the establishment's setting lets a finding become an alert, for kinds with a rule that ignores the setting. */
  isWanted?(facts: F, setting: { readonly threshold: number | null; readonly opinions: Opinions }): boolean;
}

/** For rules of days: findings of consecutive days belong to one alert. */
export const BY_DAY: IncidentRules = { togetherMs: 0, returnsMs: 36 * HOUR_MS, calmMs: 0 };
/** An alert ends at the first run without a finding; a later finding opens another alert. */
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

/** Defines a kind of alert. `facts`: the fields of the kind that are stored and returned by the API. */
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
