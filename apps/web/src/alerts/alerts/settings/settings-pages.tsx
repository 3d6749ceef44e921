import { type Action, may } from '@nascente/domain/people/permissions';
import type { ComponentType, ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useUser } from '../../../shared/session-state/signed-in.ts';
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

/** A page of the settings; without its permission it redirects to the page open to everyone. */
const settingsPage = (Content: ComponentType, permission?: Action) => () => {
  const { profile } = useUser();
  if (permission !== undefined && !may(profile, permission)) return <Navigate to={NOTICES.to} replace />;
  return (
    <SettingsFrame>
      <Content />
    </SettingsFrame>
  );
};

export const NoticesPage = settingsPage(NoticesCard);
export const LimitsPage = settingsPage(SettingsCard, 'edit-alert-rules');
export const RulesPage = settingsPage(RulesCard);
export const WebhooksPage = settingsPage(WebhooksCard, 'edit-alert-webhooks');
