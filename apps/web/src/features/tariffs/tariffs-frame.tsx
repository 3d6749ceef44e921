import { may } from '@nascente/domain/people/permissions';
import type { ReactNode } from 'react';
import { Navigate, NavLink } from 'react-router';
import { useUser } from '../../shared/signed-in.ts';
import { useDocumentTitle } from '../../shared/ui/document-title.ts';
import { Page } from '../../shared/ui/page.tsx';
import styles from './tariffs-frame.module.css';

interface TariffsFrameProps {
  /** The name of the tab. */
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** What the pages about tariffs have in common; they are an Admin's, everybody else is led home. */
export const TariffsFrame = ({ title, action, children }: TariffsFrameProps) => {
  const { profile } = useUser();
  useDocumentTitle(title);
  if (!may(profile, 'edit-tariffs')) return <Navigate to="/home" replace />;
  return (
    <Page title="Tarifas" action={action}>
      <nav className={styles.tabs} aria-label="Tarifas">
        <NavLink to="/tariffs" end>
          Lista
        </NavLink>
        <NavLink to="/tariffs/flags">Bandeiras</NavLink>
        <NavLink to="/tariffs/import">Importar</NavLink>
      </nav>
      {children}
    </Page>
  );
};
