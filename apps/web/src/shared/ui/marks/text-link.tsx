import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './text-link.module.css';

interface TextLinkProps {
  to: string;
  tour?: string;
  children: ReactNode;
}

/** A text link, such as a card's action; its target is 44 px tall without moving the line. */
export const TextLink = ({ to, tour, children }: TextLinkProps) => (
  <Link className={styles.link} to={to} data-tour={tour}>
    {children}
  </Link>
);
