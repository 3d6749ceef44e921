import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './text-link.module.css';

/** A text link, such as a card's action; its target is 44 px tall without moving the line. */
export const TextLink = ({ to, tour, children }: { to: string; tour?: string; children: ReactNode }) => (
  <Link className={styles.link} to={to} data-tour={tour}>
    {children}
  </Link>
);
