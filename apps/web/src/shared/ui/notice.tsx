import type { ReactNode } from 'react';
import { Icon } from './marks/icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  /** One sentence in stronger type; the rest goes into `children`. */
  title?: string;
  children?: ReactNode;
  /** What can be done about it: a `TextLink` or a button. */
  action?: ReactNode;
  /** Read out at once by screen readers; for what happens while the page is open. */
  live?: boolean;
  /** On phones only its title and its action are seen: what they lead to tells the rest. */
  brief?: boolean;
}

/** Something worth knowing, in place. */
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
