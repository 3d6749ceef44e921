import { listUpgrades } from '@nascente/contract/admin-people';
import { readMailbox } from '@nascente/contract/mailbox';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, NavLink } from 'react-router';
import { queryFor } from '../../shared/api-client.ts';
import { useUser } from '../../shared/signed-in.ts';
import { useDocumentTitle } from '../../shared/ui/document-title.ts';
import { Page } from '../../shared/ui/page.tsx';
import styles from './admin-frame.module.css';

/** The mailbox answers only on the server's own machine, and is of use only without an SMTP server. */
export const mailboxQuery = queryFor(readMailbox, {});

const AdminTabs = () => {
  const upgrades = useQuery(queryFor(listUpgrades, {}));
  const mailbox = useQuery(mailboxQuery);
  const waiting = upgrades.data?.upgrades.length ?? 0;
  const hasMailbox = mailbox.data !== undefined && (mailbox.data.isInUse || mailbox.data.letters.length > 0);
  return (
    <nav className={styles.tabs} aria-label="Pessoas">
      <NavLink to="/people" end>
        Lista
      </NavLink>
      <NavLink to="/people/upgrades">
        Pedidos {waiting > 0 && <span className={styles.count}>{waiting}</span>}
      </NavLink>
      <NavLink to="/people/audit">Auditoria</NavLink>
      {hasMailbox && <NavLink to="/people/mailbox">E-mails</NavLink>}
    </nav>
  );
};

/** What the pages about people have in common, with the name of the tab; they are an Admin's, everybody else is led home. */
export const AdminFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const { profile } = useUser();
  useDocumentTitle(title);
  if (!may(profile, 'see-people')) return <Navigate to="/home" replace />;
  return (
    <Page title="Pessoas">
      <AdminTabs />
      {children}
    </Page>
  );
};
