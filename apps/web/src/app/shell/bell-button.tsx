import { countAlerts } from '@nascente/contract/alerts/alerts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import { useAlertNews } from '../../shared/alerts/use-alert-news.ts';
import { queryFor } from '../../shared/api/api-client.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import styles from './alert-bell.module.css';

/** Waiting time, so that the first screen and its figures are not delayed. */
const AFTER_FIRST_SCREEN_MS = 1_000;
const EVERY_MINUTE_MS = 60_000;
const MAX_SHOWN = 99;

const useIsFirstScreenOver = (): boolean => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), AFTER_FIRST_SCREEN_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOver;
};

const labelOf = (waiting: number): string => {
  if (waiting === 0) return 'Avisos';
  return waiting === 1 ? 'Avisos: 1 espera por você' : `Avisos: ${waiting} esperam por você`;
};

export const BellButton = (props: ComponentProps<'button'>) => {
  useAlertNews({ opens: false });
  const isFirstScreenOver = useIsFirstScreenOver();
  const { data } = useQuery({
    ...queryFor(countAlerts, {}),
    enabled: isFirstScreenOver,
    refetchInterval: EVERY_MINUTE_MS,
  });
  const waiting = data?.waiting ?? 0;
  const label = labelOf(waiting);
  return (
    <button type="button" {...props} className={styles.bell} title={label} aria-label={label}>
      <Icon name="bell" />
      {waiting > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : waiting}
        </span>
      )}
    </button>
  );
};
