import { Popover } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import { type Alert, listAlerts } from '@nascente/contract/alerts';
import { alertCourse, alertTitle } from '@nascente/domain/alerts/alert-words';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { kindIcons, toneOf } from '../../shared/alerts/alert-look.ts';
import { queryFor } from '../../shared/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/skeleton.tsx';
import styles from './alert-bell.module.css';
import { BellButton } from './bell-button.tsx';

const MINUTE_MS = 60_000;
const NEWEST = { state: 'open', limit: '10', skip: '0' } as const;
const MOST_SHOWN = 5;

const Entry = ({ alert, now, onLeave }: { alert: Alert; now: Instant; onLeave: () => void }) => (
  <li>
    <Link className={styles.entry} to={`/alerts?alerta=${alert._id}`} onClick={onLeave}>
      <span className={styles.mark} data-tone={toneOf(alert)}>
        <Icon name={kindIcons[alert.kind]} />
      </span>
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
    return <p className={styles.calm}>Tudo em ordem: nenhum alerta aberto.</p>;
  return (
    <ul aria-label="Alertas mais novos" className={styles.newest}>
      {newest.data.alerts.slice(0, MOST_SHOWN).map((alert) => (
        <Entry key={alert._id} alert={alert} now={now} onLeave={onLeave} />
      ))}
    </ul>
  );
};

/** The bell with the newest alerts below it; it comes opened, for it was fetched because somebody asked for it. */
export const AlertSheet = () => {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const leave = () => setOpen(false);
  // Opened after it was drawn closed, so that the focus knows where to return to.
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={380}
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <BellButton ref={button} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown className={styles.sheet ?? ''} aria-label="Alertas">
        {isOpen && <Newest onLeave={leave} />}
        <Link className={styles.all} to="/alerts" onClick={leave}>
          Ver todos os alertas
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
};
