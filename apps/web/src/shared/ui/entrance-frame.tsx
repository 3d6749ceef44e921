import type { ReactNode } from 'react';
import { wearsSecondBrand } from '../brand-on-screen.ts';
import styles from './entrance-frame.module.css';
import { Logo } from './logo.tsx';

/** Where the marketing site lives; the app brings a page of its own for installations without one. */
const ABOUT = '/sobre';
const MARKETING_SITE: string = import.meta.env.VITE_MARKETING_URL ?? ABOUT;

/** The room in front of the app: one narrow column. The second brand shows neither the name nor the footer. */
export const EntranceFrame = ({ children }: { children: ReactNode }) => (
  <div className={styles.frame}>
    <header className={styles.brand}>
      <a href={MARKETING_SITE}>
        <Logo size={32} />
        Nascente
      </a>
    </header>
    <main className={styles.column}>{children}</main>
    <footer className={styles.footer}>
      <p className={styles.powered}>Desenvolvido por Nascente</p>
      <a href={wearsSecondBrand() ? ABOUT : MARKETING_SITE}>Conheça o site</a>
    </footer>
  </div>
);
