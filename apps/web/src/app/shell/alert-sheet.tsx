import { alertCourse, alertTitle } from '@nascente/contract/alerts/alert-words';
import { type Alert, listAlerts } from '@nascente/contract/alerts/alerts';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AlertMark } from '../../shared/alerts/alert-mark.tsx';
import { queryFor } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import styles from './alert-bell.module.css';
import { BellButton } from './bell-button.tsx';
import { HeaderPopover } from './header-popover.tsx';

const MINUTE_MS = 60_000;
const NEWEST = { state: 'open', limit: '10', skip: '0' } as const;
const MAX_SHOWN = 5;

const Entry = ({ alert, now, onLeave }: { alert: Alert; now: Instant; onLeave: () => void }) => (
  <li>
    <Link className={styles.entry} to={`/alerts?alerta=${alert._id}`} onClick={onLeave}>
      <AlertMark alert={alert} />
      <span className={styles.told}>
        <b>{alertTitle(alert)}</b>
        <small>
          {alertCourse(alert, now)} · {alert.establishment.name}
        </small>
        {alert.acknowledged !== null && <small>{alert.acknowledged.by ?? 'Alguém'} está cuidando</small>}
      </span>
    </Link>
  </li>
);

const Newest = ({ onLeave }: { onLeave: () => void }) => {
  const newest = useQuery(queryFor(listAlerts, { query: NEWEST }));
  const now = instant(useNow(MINUTE_MS));
  if (newest.isError)
    return <ErrorState failure={newest.error} onRetry={newest.refetch} retrying={newest.isFetching} />;
  if (newest.isPending)
    return (
      <Loading>
        <SkeletonRows rows={3} />
      </Loading>
    );
  if (newest.data.alerts.length === 0)
    return <p className={styles.calm}>Tudo em ordem: nenhum aviso aberto.</p>;
  return (
    <ul aria-label="Avisos mais novos" className={styles.newest}>
      {newest.data.alerts.slice(0, MAX_SHOWN).map((alert) => (
        <Entry key={alert._id} alert={alert} now={now} onLeave={onLeave} />
      ))}
    </ul>
  );
};

/** The bell with the newest alerts below it. */
export const AlertSheet = () => (
  <HeaderPopover
    label="Avisos"
    width={380}
    className={styles.sheet}
    button={(buttonProps) => <BellButton {...buttonProps} />}
  >
    {({ isOpen, close }) => (
      <>
        {isOpen && <Newest onLeave={close} />}
        <Link className={styles.all} to="/alerts" onClick={close}>
          Ver todos os avisos
        </Link>
      </>
    )}
  </HeaderPopover>
);
