import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import styles from './page-tabs.module.css';

export interface PageTab {
  readonly to: string;
  readonly text: string;
  readonly count?: number;
  /** Whether its screen is current; by its address when missing. */
  readonly isCurrent?: boolean;
}

interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly PageTab[];
  readonly tour?: string;
}

/** Pages of one subject, each with an address. */
export const PageTabs = ({ label, tabs, tour }: PageTabsProps) => {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const texts = tabs.map(({ text, count = 0 }) => `${text} ${count}`).join();
  const present = tabs.findIndex(({ to, isCurrent = to === pathname }) => isCurrent);
  // On phones not all tabs fit: the current one is never cut off, also after other tabs are added.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs move the current one
  useLayoutEffect(() => {
    const current = nav.current?.children.item(present);
    if (nav.current && current instanceof HTMLElement)
      nav.current.scrollLeft =
        current.offsetLeft - nav.current.offsetLeft - (nav.current.clientWidth - current.clientWidth) / 2;
  }, [present, texts]);
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label} data-tour={tour}>
      {tabs.map(({ to, text, count = 0 }, index) => (
        <Link key={text} to={to} aria-current={index === present ? 'page' : undefined}>
          {text} {count > 0 && <span className={styles.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
};
