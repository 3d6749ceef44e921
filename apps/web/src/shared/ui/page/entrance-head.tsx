import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';
import styles from './entrance-head.module.css';

export const EntranceHead = ({ title, children }: { title: string; children?: ReactNode }) => {
  useDocumentTitle(title);
  return (
    <div>
      <h1 className={styles.title}>{title}</h1>
      {children && <p className={styles.line}>{children}</p>}
    </div>
  );
};

export const EntranceLink = ({ children }: { children: ReactNode }) => (
  <p className={styles.link}>{children}</p>
);
