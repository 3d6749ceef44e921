import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wearsSecondBrand } from '../../shared/brand-on-screen.ts';
import { useDocumentTitle } from '../../shared/ui/document-title.ts';
import { EntranceFrame } from '../../shared/ui/entrance-frame.tsx';
import styles from './access-pages.module.css';

const AccessPage = ({ title, children }: { title: string; children: ReactNode }) => {
  useDocumentTitle(title);
  return (
    <EntranceFrame>
      <div className={styles.text}>
        <h1>{title}</h1>
        {children}
      </div>
      <Link className={styles.back} to="/login">
        Voltar para o login
      </Link>
    </EntranceFrame>
  );
};

/** What the product is, for installations without a marketing site of their own; the second brand has no name. */
export const AboutPage = () => (
  <AccessPage title="Energia e água, sem surpresa na conta">
    <p>
      {wearsSecondBrand() ? 'Esta plataforma' : 'O Nascente'} acompanha os medidores da sua empresa ao vivo:
      quanto já foi consumido, quanto a conta deve ser e o que está fora do normal.
    </p>
    <p>Cada total diz de onde vem e quão completo está, por fase, por hora e por posto tarifário.</p>
  </AccessPage>
);
