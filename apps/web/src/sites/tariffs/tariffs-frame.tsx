import type { ReactNode } from 'react';
import { useMay } from '../../shared/session-state/use-may.ts';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import { NoAccess } from '../../shared/ui/page/no-access.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { PageTabs } from '../../shared/ui/page/page-tabs.tsx';

/** The way out of a missing tariff. */
export const ABSENT = { icon: 'coin', action: <TextLink to="/tariffs">Ver tarifas</TextLink> } as const;

const TABS = [
  { to: '/tariffs', text: 'Lista' },
  { to: '/tariffs/flags', text: 'Bandeiras e CBS' },
  { to: '/tariffs/factors', text: 'Fatores de emissão' },
  { to: '/tariffs/import', text: 'Importar' },
];

interface TariffsFrameProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** The layout of the Admin's tariff pages. */
export const TariffsFrame = ({ title, action, children }: TariffsFrameProps) => {
  const mayEditTariffs = useMay('edit-tariffs');
  useDocumentTitle(title);
  if (!mayEditTariffs) return <NoAccess />;
  return (
    <Page title="Tarifas" action={action}>
      <PageTabs label="Tarifas" tabs={TABS} tour="tariffs-tabs" />
      {children}
    </Page>
  );
};
