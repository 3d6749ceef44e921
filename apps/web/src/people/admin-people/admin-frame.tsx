import { readMailbox } from '@nascente/contract/operations/mailbox';
import { listUpgrades } from '@nascente/contract/people/admin-people';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import { NoAccess } from '../../shared/ui/page/no-access.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { PageTabs } from '../../shared/ui/page/page-tabs.tsx';

/** The mailbox answers only on the server's own machine, and serves only without an SMTP server. */
export const mailboxQuery = queryFor(readMailbox, {});

const AdminTabs = () => {
  const upgrades = useQuery(queryFor(listUpgrades, {}));
  const mailbox = useQuery(mailboxQuery);
  const hasMailbox = mailbox.data !== undefined && (mailbox.data.isInUse || mailbox.data.mails.length > 0);
  const tabs = [
    { to: '/people', text: 'Lista' },
    { to: '/people/upgrades', text: 'Pedidos', count: upgrades.data?.upgrades.length ?? 0 },
    { to: '/people/audit', text: 'Auditoria' },
    { to: '/people/privacy', text: 'Privacidade' },
    ...(hasMailbox ? [{ to: '/people/mailbox', text: 'E-mails' }] : []),
  ];
  return <PageTabs label="Pessoas" tabs={tabs} tour="people-tabs" />;
};

export const AdminFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const maySeePeople = useMay('see-people');
  useDocumentTitle(title);
  if (!maySeePeople) return <NoAccess />;
  return (
    <Page title="Pessoas">
      <AdminTabs />
      {children}
    </Page>
  );
};
