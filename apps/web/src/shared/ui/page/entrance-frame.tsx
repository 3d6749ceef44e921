import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { nameOnScreen, wearsSecondBrand } from '../../brand-on-screen.ts';
import styles from './entrance-frame.module.css';
import { Logo } from './logo.tsx';

/** The marketing site; installations without one have a page of the application there. */
const ABOUT = '/sobre';
const MARKETING_SITE: string = import.meta.env.VITE_MARKETING_URL ?? ABOUT;

interface EntranceFrameProps {
  /** A text page takes the window's width, without a surface. */
  isWide?: boolean;
  children: ReactNode;
}

/** The layout before sign-in: one narrow column. The second brand has its own name, and no footer. */
export const EntranceFrame = ({ isWide = false, children }: EntranceFrameProps) => {
  const site = wearsSecondBrand() ? ABOUT : MARKETING_SITE;
  return (
    <div className={styles.frame} data-is-wide={isWide}>
      <header className={styles.brand}>
        <a href={site}>
          <Logo size={32} />
          {nameOnScreen()}
        </a>
      </header>
      <main className={styles.column}>{children}</main>
      <footer className={styles.footer}>
        <p className={styles.powered}>Desenvolvido por Nascente</p>
        <span className={styles.links}>
          <a href={site}>Conheça o site</a>
          <Link to="/help">Ajuda</Link>
        </span>
      </footer>
    </div>
  );
};
