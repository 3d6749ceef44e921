import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import { alertCourse, alertText, alertTitle } from '@nascente/contract/alerts/alert-words';
import type { Alert } from '@nascente/contract/alerts/alerts';
import { momentText } from '@nascente/domain/alerts/alert-texts';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import { linksOf, momentOf } from '../../shared/alerts/alert-look.ts';
import { AlertMark } from '../../shared/alerts/alert-mark.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { AlertActs } from './alert-acts.tsx';
import { AlertCurve } from './alert-curve.tsx';
import styles from './alerts.module.css';

const Tags = ({ alert, now }: { readonly alert: Alert; readonly now: Instant }) => {
  const { cost, times, isLate, acknowledged, mutedUntil, endedAt, establishment } = alert;
  const mark = KINDS_OF_ALERT[alert.kind].mark?.(alert.facts, alert, now);
  const isMuted = endedAt === null && mutedUntil !== null && momentOf(mutedUntil) > now;
  return (
    <div className={styles.tags}>
      {mark && <Tag tone="bad">{mark}</Tag>}
      {cost !== null && <Tag tone="neutral">{formatReais(cost)}</Tag>}
      {times > 1 && <Tag>{times} vezes</Tag>}
      {isLate && <Tag>dados ou cadastro mudaram depois</Tag>}
      {acknowledged && <Tag tone="good">{acknowledged.by ?? 'Alguém'} está cuidando</Tag>}
      {isMuted && (
        <Tag>silenciado até {momentText(momentOf(mutedUntil), now, establishment.zone as Zone)}</Tag>
      )}
    </div>
  );
};

/** One story: what, where, since when or how it ended, what it cost, and what can be done. */
export const AlertRow = ({
  alert,
  now,
  hasCurve = false,
}: {
  readonly alert: Alert;
  readonly now: Instant;
  /** Whether what was measured around it is drawn. */
  readonly hasCurve?: boolean;
}) => {
  const { profile } = useUser();
  const text = alertText(alert, now);
  return (
    <li className={styles.alert} data-over={alert.endedAt !== null || undefined}>
      <AlertMark alert={alert} />
      <div className={styles.story}>
        <h2 className={styles.title}>{alertTitle(alert)}</h2>
        <p className={styles.course}>
          {alertCourse(alert, now)} · {alert.establishment.name}
        </p>
        {text !== '' && <p>{text}</p>}
        <Tags alert={alert} now={now} />
        {linksOf(alert, profile).map(({ to, words }) => (
          <TextLink key={to} to={to}>
            {words}
          </TextLink>
        ))}
        {hasCurve && <AlertCurve alert={alert} />}
        <AlertActs alert={alert} now={now} />
      </div>
    </li>
  );
};
