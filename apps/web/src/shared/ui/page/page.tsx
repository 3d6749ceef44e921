import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';
import styles from './page.module.css';

interface PageProps {
  /** The only h1, and the tab's title. */
  title: string;
  /** A short muted line above the title: the greeting, the establishment. */
  overline?: ReactNode;
  /** Tags next to the title. */
  tags?: ReactNode;
  /** Actions of the whole page, at the end of its head. */
  action?: ReactNode;
  children: ReactNode;
}

/** A screen inside the shell: a head, and a grid of twelve columns in which cards take a `span`. */
export const Page = ({ title, overline, tags, action, children }: PageProps) => {
  useDocumentTitle(title);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.titles}>
          {overline && <p className={styles.overline}>{overline}</p>}
          <h1>{title}</h1>
        </div>
        {tags && <div className={styles.tags}>{tags}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {children}
    </div>
  );
};
