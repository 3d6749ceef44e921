import { may } from '@nascente/domain/people/permissions';
import type { ReactNode } from 'react';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import { NoAccess } from '../../shared/ui/page/no-access.tsx';
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

/** What the pages about tariffs have in common; they are an Admin's. */
export const TariffsFrame = ({ title, action, children }: TariffsFrameProps) => {
  const { profile } = useUser();
  useDocumentTitle(title);
  if (!may(profile, 'edit-tariffs')) return <NoAccess />;
  return (
    <Page title="Tarifas" action={action}>
      <PageTabs label="Tarifas" tabs={TABS} tour="tariffs-tabs" />
      {children}
    </Page>
  );
};
