import type { Alert } from '@nascente/contract/alerts/alerts';
import { type AlertKind, KINDS_OF_ALERT } from '@nascente/domain/alerts/alert-kinds';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import type { IconName } from '../ui/marks/icon.tsx';
import type { Tone } from '../ui/marks/tag.tsx';

export const kindIcons: Readonly<Record<AlertKind, IconName>> = {
  silent: 'cloud-off',
  leak: 'drop',
  'night-use': 'moon',
  'cycle-budget': 'coin',
  'cycle-year': 'chart',
  'demand-heading': 'bolt',
  'demand-overrun': 'bolt',
  reactive: 'bolt',
  'power-factor': 'meter',
  voltage: 'meter',
  phase: 'meter',
  generation: 'sun',
  clock: 'clock',
  completeness: 'cloud-off',
  'bill-wrong': 'coin',
  'contract-ends': 'calendar',
  'credits-expire': 'calendar',
  own: 'bell',
};

export const toneOf = ({ kind, endedAt }: Pick<Alert, 'kind' | 'endedAt'>): Tone => {
  if (endedAt !== null) return 'neutral';
  return KINDS_OF_ALERT[kind].severity === 'notable' ? 'warn' : 'bad';
};

export const momentOf = (text: string): Instant => instant(Date.parse(text));

const DAYS_BEFORE = 6;

/** Of the voltage or the phases: the week of power quality that ends with the day on which it began. */
export const supplyLink = ({ kind, meters, beganAt, establishment }: Alert): string | null => {
  const [first] = meters;
  if (first === undefined || (kind !== 'voltage' && kind !== 'phase')) return null;
  const day = civilDateAt(momentOf(beganAt), establishment.zone as Zone);
  return `/meter/${first.mac}/quality?inicio=${addDays(day, -DAYS_BEFORE)}`;
};

/** Of what a bill says: that bill, or the one of the utility beside it; null where it is about none. */
export const billLink = ({ kind, establishment: { _id } }: Alert): { to: string; words: string } | null => {
  if (kind === 'bill-wrong') return { to: `/bill/${_id}/utility`, words: 'Ver a conta conferida' };
  return kind === 'reactive' ? { to: `/bill/${_id}`, words: 'Ver fatura' } : null;
};

/** The day of the meter's page on which it began. */
export const momentLink = ({ meters, beganAt, establishment }: Alert): string | null => {
  const [first] = meters;
  if (first === undefined) return null;
  return `/meter/${first.mac}?dia=${civilDateAt(momentOf(beganAt), establishment.zone as Zone)}`;
};
