import type { ReactNode } from 'react';
import { Icon, type IconName } from '../marks/icon.tsx';
import styles from './states.module.css';

interface EmptyStateProps {
  icon?: IconName;
  /** One sentence. */
  children: ReactNode;
  /** The next action, if there is one. */
  action?: ReactNode;
}

/** Nothing to show, said in one sentence with the next action. */
export const EmptyState = ({ icon = 'info', children, action }: EmptyStateProps) => (
  <div className={styles.state}>
    <span className={styles.badge}>
      <Icon name={icon} size={22} />
    </span>
    <p>{children}</p>
    {action}
  </div>
);
