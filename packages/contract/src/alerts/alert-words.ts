import { durationText, momentText } from '@nascente/domain/alerts/alert-texts';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import { type AlertFacts, KINDS_OF_ALERT } from './alert-kinds.ts';
import type { WordedAlert } from './define-alert-kind.ts';

/** An alert as it is told, on a screen, in a letter or on a device. Instants are ISO 8601 texts. */
export interface ToldAlert extends WordedAlert {
  readonly facts: AlertFacts;
  readonly beganAt: string;
  readonly undoneAt: string | null;
  /** R$; of one that is over what it cost. */
  readonly cost: number | null;
}

const momentOf = (text: string): Instant => instant(Date.parse(text));

/** In one line: what, and of which meter or establishment. */
export const alertTitle = ({ facts, ...alert }: ToldAlert): string => {
  const terms = KINDS_OF_ALERT[facts.kind];
  const whose = terms.isOfEstablishment
    ? alert.establishment.name
    : alert.meters.map(({ name }) => name).join(', ');
  return terms.title?.(facts, alert) ?? `${terms.label}: ${whose}`;
};

/** What is to be known of an alert, and what can be done; nothing where the title says it all. */
export const alertText = ({ facts, ...alert }: ToldAlert, now: Instant): string =>
  KINDS_OF_ALERT[facts.kind].text(facts, alert, now);

/** Since when it lasts, or how it ended. */
export const alertCourse = (
  { beganAt, endedAt, undoneAt, establishment, cost }: ToldAlert,
  now: Instant,
): string => {
  const zone = establishment.zone as Zone;
  const began = momentOf(beganAt);
  if (undoneAt !== null)
    return 'Desfeito: os dados ou o cadastro mudaram depois, e com eles isto não aconteceu';
  if (endedAt === null) return `Desde ${momentText(began, now, zone)}, há ${durationText(now - began)}`;
  const ended = momentOf(endedAt);
  const paid = cost === null ? '' : `, custou ${formatReais(cost)}`;
  return `Normalizou ${momentText(ended, now, zone)}, durou ${durationText(ended - began)}${paid}`;
};

/** What is told below its title on a device, or to another system: its course, then what to know of it. */
export const alertBody = (alert: ToldAlert, now: Instant): string => {
  const text = alertText(alert, now);
  const course = `${alertCourse(alert, now)}.`;
  return text === '' ? course : `${course} ${text}`;
};
