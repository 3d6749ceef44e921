import { alertCourse, alertTitle } from '@nascente/contract/alerts/alert-kinds';
import { listAlerts } from '@nascente/contract/alerts/alerts';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type AlertGroup, alertGroups, othersText } from '../../shared/alerts/alert-groups.ts';
import { AlertMark } from '../../shared/alerts/alert-mark.tsx';
import { queryFor } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import styles from './alert-bell.module.css';
import { BellButton } from './bell-button.tsx';
import { HeaderPopover } from './header-popover.tsx';

const NEWEST = { state: 'open', limit: '10', skip: '0' } as const;
const MAX_SHOWN = 5;

interface EntryProps {
  readonly group: AlertGroup;
  readonly now: Instant;
  readonly onLeave: () => void;
}

const detailOf = (group: AlertGroup): string =>
  [
    group.main.cost !== null && formatReais(group.main.cost),
    group.main.acknowledged !== null && `${group.main.acknowledged.by ?? 'Alguém'} está cuidando`,
    group.others.length > 0 && othersText(group),
  ]
    .filter((part) => part !== false)
    .join(' · ');

const Entry = ({ group, now, onLeave }: EntryProps) => {
  const { main: alert } = group;
  const detail = detailOf(group);
  return (
    <li>
      <Link className={styles.entry} to={`/alerts?alerta=${alert._id}`} onClick={onLeave}>
        <AlertMark alert={alert} />
        <span className={styles.told}>
          <b>{alertTitle(alert)}</b>
          <small>
            {alertCourse(alert, now)} · {alert.establishment.name}
          </small>
          {detail !== '' && <small>{detail}</small>}
        </span>
      </Link>
    </li>
  );
};

const Newest = ({ onLeave }: { onLeave: () => void }) => {
  const newest = useQuery(queryFor(listAlerts, { query: NEWEST }));
  const now = instant(useNow(MINUTE_MS));
  if (newest.data === undefined) return <Answer query={newest} rows={3} />;
  if (newest.data.alerts.length === 0)
    return <p className={styles.calm}>Tudo em ordem: nenhum aviso aberto.</p>;
  return (
    <ul aria-label="Avisos mais novos" className={styles.newest}>
      {alertGroups(newest.data.alerts)
        .slice(0, MAX_SHOWN)
        .map((group) => (
          <Entry key={group.main._id} group={group} now={now} onLeave={onLeave} />
        ))}
    </ul>
  );
};

export const AlertSheet = () => (
  <HeaderPopover
    label="Avisos"
    width={380}
    className={styles.sheet}
    button={(buttonProps) => <BellButton {...buttonProps} />}
  >
    {({ isOpen, close }) => (
      <>
        <div className={styles.head}>
          <b>Avisos</b>
          <IconButton icon="close" label="Fechar os avisos" onClick={close} />
        </div>
        {isOpen && <Newest onLeave={close} />}
        <Link className={styles.all} to="/alerts" onClick={close}>
          Ver todos os avisos
        </Link>
      </>
    )}
  </HeaderPopover>
);
