import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { AlertLink } from '@nascente/contract/alerts/define-alert-kind';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { Profile } from '@nascente/domain/people/profiles';
import { Icon } from '../ui/marks/icon.tsx';
import type { Tone } from '../ui/marks/tag.tsx';
import styles from './alert-mark.module.css';

const toneOf = ({ kind, endedAt }: Pick<Alert, 'kind' | 'endedAt'>): Tone => {
  if (endedAt !== null) return 'neutral';
  return KINDS_OF_ALERT[kind].severity === 'notable' ? 'warn' : 'bad';
};

export const momentOf = (text: string): Instant => instant(Date.parse(text));

const DAYS_BEFORE = 6;

interface Link {
  readonly to: string;
  readonly text: string;
}

const startDay = ({ beganAt, establishment }: Alert) =>
  civilDateAt(momentOf(beganAt), establishment.zone as Zone);

const ofMeter = ({ meters: [first] }: Alert, path: (mac: string) => string, texts: string): Link | null =>
  first === undefined ? null : { to: `/meter/${path(first.mac)}`, text: texts };

const LINKS: Readonly<Record<AlertLink, (alert: Alert) => Link | null>> = {
  moment: (alert) => ofMeter(alert, (mac) => `${mac}?dia=${startDay(alert)}`, 'Ver o momento no medidor'),
  'quality-week': (alert) =>
    ofMeter(
      alert,
      (mac) => `${mac}/quality?inicio=${addDays(startDay(alert), -DAYS_BEFORE)}`,
      'Ver a semana pelas regras da ANEEL',
    ),
  bill: ({ establishment: { _id } }) => ({ to: `/bill/${_id}`, text: 'Ver fatura' }),
  changes: ({ facts, establishment: { _id } }) => {
    // A group has no bill.
    if (!('budget' in facts) || facts.group !== null) return null;
    const isWater = facts.measure === 'water' || facts.type === 'water';
    return { to: `/bill/${_id}/changes${isWater ? '?tipo=agua' : ''}`, text: 'O que mudou' };
  },
  'utility-bill': ({ establishment: { _id } }) => ({
    to: `/bill/${_id}/utility`,
    text: 'Ver a fatura conferida',
  }),
  budgets: () => ({ to: '/budgets', text: 'Ver metas' }),
};

export const linksOf = (alert: Alert, profile: Profile): readonly Link[] =>
  KINDS_OF_ALERT[alert.kind].links
    .filter((link) => link !== 'budgets' || may(profile, 'plan-budgets'))
    .flatMap((link) => LINKS[link](alert) ?? []);

export const AlertMark = ({ alert }: { alert: Alert }) => (
  <span className={styles.mark} data-tone={toneOf(alert)}>
    <Icon name={KINDS_OF_ALERT[alert.kind].icon} size={22} />
  </span>
);
