import type { ReactNode } from 'react';
import { nameOnScreen, wearsSecondBrand } from '../brand-on-screen.ts';
import styles from './entrance-frame.module.css';
import { Logo } from './logo.tsx';

/** Where the marketing site lives; the app brings a page of its own for installations without one. */
const ABOUT = '/sobre';
const MARKETING_SITE: string = import.meta.env.VITE_MARKETING_URL ?? ABOUT;

/** The room in front of the app: one narrow column. The second brand has a name of its own, and no footer. */
export const EntranceFrame = ({ children }: { children: ReactNode }) => {
  const site = wearsSecondBrand() ? ABOUT : MARKETING_SITE;
  return (
    <div className={styles.frame}>
      <header className={styles.brand}>
        <a href={site}>
          <Logo size={32} />
          {nameOnScreen()}
        </a>
      </header>
      <main className={styles.column}>{children}</main>
      <footer className={styles.footer}>
        <p className={styles.powered}>Desenvolvido por Nascente</p>
        <a href={site}>Conheça o site</a>
      </footer>
    </div>
  );
};
