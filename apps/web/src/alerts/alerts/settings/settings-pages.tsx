import { may } from '@nascente/domain/people/permissions';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { PageTabs } from '../../../shared/ui/page/page-tabs.tsx';
import { NoticesCard } from './notices-card.tsx';
import { RulesCard } from './rules-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const NOTICES = { to: '/alerts/notices', text: 'E-mail e aparelho' };
const LIMITS = { to: '/alerts/limits', text: 'Limites' };
const RULES = { to: '/alerts/rules', text: 'Regras' };
const WEBHOOKS = { to: '/alerts/webhooks', text: 'Outros sistemas' };

/** What the settings of alerts have in common: their tabs, and the way back to the list. */
const SettingsFrame = ({ children }: { readonly children: ReactNode }) => {
  const { profile } = useUser();
  const tabs = [
    NOTICES,
    ...(may(profile, 'edit-alert-rules') ? [LIMITS] : []),
    RULES,
    ...(may(profile, 'edit-alert-webhooks') ? [WEBHOOKS] : []),
  ];
  return (
    <Page title="Configurar avisos" action={<TextLink to="/alerts">Ver avisos</TextLink>}>
      <PageTabs label="Configurar avisos" tabs={tabs} />
      {children}
    </Page>
  );
};

/** /alerts/notices */
export const NoticesPage = () => (
  <SettingsFrame>
    <NoticesCard />
  </SettingsFrame>
);

/** /alerts/limits: every read-only profile is led to the page that it may use. */
export const LimitsPage = () =>
  useMay('edit-alert-rules') ? (
    <SettingsFrame>
      <SettingsCard />
    </SettingsFrame>
  ) : (
    <Navigate to={NOTICES.to} replace />
  );

/** /alerts/rules */
export const RulesPage = () => (
  <SettingsFrame>
    <RulesCard />
  </SettingsFrame>
);

/** /alerts/webhooks */
export const WebhooksPage = () =>
  useMay('edit-alert-webhooks') ? (
    <SettingsFrame>
      <WebhooksCard />
    </SettingsFrame>
  ) : (
    <Navigate to={NOTICES.to} replace />
  );
