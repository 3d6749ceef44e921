import type { ReactNode } from 'react';
import { Icon } from './marks/icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced at once by screen readers, for events while the page is open. */
  live?: boolean;
  /** On phones only title and action show. */
  brief?: boolean;
}

export const Notice = ({
  tone = 'warn',
  title,
  children,
  action,
  live = false,
  brief = false,
}: NoticeProps) => (
  <div className={styles.notice} data-tone={tone} data-brief={brief} role={live ? 'alert' : undefined}>
    <Icon name={tone === 'info' ? 'info' : tone === 'good' ? 'check' : 'alert'} size={22} />
    <div className={styles.text}>
      {title && <b>{title}</b>} {brief ? <span className={styles.rest}>{children}</span> : children}
    </div>
    {action && <div className={styles.action}>{action}</div>}
  </div>
);
