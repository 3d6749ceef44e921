import { may } from '@nascente/domain/people/permissions';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { PageTabs } from '../../shared/ui/page/page-tabs.tsx';

const TABS = [
  { to: '/tariffs', text: 'Lista' },
  { to: '/tariffs/flags', text: 'Bandeiras' },
  { to: '/tariffs/import', text: 'Importar' },
];

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
      <PageTabs label="Tarifas" tabs={TABS} tour="tariffs-tabs" />
      {children}
    </Page>
  );
};
