import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import { Icon } from '../ui/marks/icon.tsx';
import { toneOf } from './alert-look.ts';
import styles from './alert-mark.module.css';

export const AlertMark = ({ alert }: { alert: Alert }) => (
  <span className={styles.mark} data-tone={toneOf(alert)}>
    <Icon name={KINDS_OF_ALERT[alert.kind].icon} size={22} />
  </span>
);
