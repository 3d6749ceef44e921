import type { AuditEvent } from '@nascente/contract/people/audit';
import { deviceDateTime } from '../../shared/device-time.ts';
import styles from './audit.module.css';
import { detailWords } from './audit-details.ts';
import { auditWords } from './audit-words.ts';

type Somebody = AuditEvent['actor'];

const nameOf = (somebody: Somebody) =>
  somebody === null ? 'alguém sem conta' : (somebody.email ?? 'conta removida');

/** One event: what, who and whose, from where, when. */
export const AuditRow = ({ event }: { event: AuditEvent }) => {
  const { at, action, actor, subject, address, device, detail } = event;
  const words = detailWords(detail);
  const isAboutAnother = subject !== null && subject._id !== actor?._id;
  return (
    <li className={styles.event}>
      <time dateTime={at}>{deviceDateTime(at)}</time>
      <span className={styles.what}>
        <b>{auditWords[action]}</b>
        {words.length > 0 && <small>{words.join(' · ')}</small>}
      </span>
      <span className={styles.who}>
        <span>{nameOf(actor)}</span>
        {isAboutAnother && <small>sobre {nameOf(subject)}</small>}
      </span>
      <small className={styles.where}>
        <span>{device}</span> <span>{address}</span>
      </small>
    </li>
  );
};
