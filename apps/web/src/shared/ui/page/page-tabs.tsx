import { useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import styles from './page-tabs.module.css';

interface PageTab {
  readonly to: string;
  readonly text: string;
  /** How many things wait there. */
  readonly count?: number;
}

interface PageTabsProps {
  /** What the tabs are of. */
  readonly label: string;
  readonly tabs: readonly PageTab[];
  /** What every tab keeps of the address, such as '?tipo=agua'. */
  readonly search?: string;
  /** What the guided tour of the screen calls them. */
  readonly tour?: string;
}

/** The pages of one subject, each with an address of its own. */
export const PageTabs = ({ label, tabs, search = '', tour }: PageTabsProps) => {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const present = tabs.findIndex(({ to }) => to === pathname);
  // On phones not all of them fit: the present one is never cut off.
  useLayoutEffect(() => {
    const current = nav.current?.children.item(present);
    if (nav.current && current instanceof HTMLElement)
      nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft;
  }, [present]);
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label} data-tour={tour}>
      {tabs.map(({ to, text, count = 0 }) => (
        <NavLink key={to} to={{ pathname: to, search }} end>
          {text} {count > 0 && <span className={styles.count}>{count}</span>}
        </NavLink>
      ))}
    </nav>
  );
};
