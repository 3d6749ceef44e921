import { may } from '@nascente/domain/people/permissions';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card, CardColumn } from '../../shared/ui/marks/card.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { AccountForm } from './account-form.tsx';
import { ApiKeysCard } from './api-keys/api-keys-card.tsx';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { OwnPasswordCard } from './own-password-card.tsx';
import { PartnerLinkCard } from './partner-link-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecondStepCard } from './second-step-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export const AccountPage = () => {
  const { active, profile } = useUser();
  return (
    <Page title="Conta">
      {!active && <ConfirmEmailNotice />}
      <CardColumn span={7}>
        <Card tour="account-data" title="Dados pessoais">
          <AccountForm />
        </Card>
        <OwnPasswordCard />
        <SessionsCard />
        <CredentialsCard />
      </CardColumn>
      <CardColumn span={5}>
        <ProfileCard />
        {may(profile, 'bring-accounts') && <PartnerLinkCard />}
        <PasskeysCard />
        <SecondStepCard />
        <OwnDataCard />
        <ApiKeysCard />
      </CardColumn>
    </Page>
  );
};
