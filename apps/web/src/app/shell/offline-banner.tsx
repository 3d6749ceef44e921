import { DEFAULT_ZONE } from '@nascente/domain/time/zone';
import { formatClock } from '@nascente/domain/units/format';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './offline-banner.module.css';
import { useReachability } from './use-reachability.ts';

/** Says that what is on screen is not fresh, and of what time it is. */
export const OfflineBanner = () => {
  const { reach, lastAnswerAt } = useReachability();
  if (reach === 'reached') return <div role="status" />;
  return (
    <div role="status">
      <p className={styles.banner}>
        <Icon name="cloud-off" />
        <span>
          {reach === 'offline' ? 'Sem conexão com a internet.' : 'O servidor não está respondendo.'}
          {lastAnswerAt !== null && ` Os dados na tela são de ${formatClock(lastAnswerAt, DEFAULT_ZONE)}.`}
        </span>
      </p>
    </div>
  );
};
