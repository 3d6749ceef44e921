import { may } from '@nascente/domain/people/permissions';
import { Navigate } from 'react-router';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { RegisterMeter } from './register-meter.tsx';

/** /registerBoard; who may only read is led to the meters. */
export const RegisterMeterPage = () => {
  const { profile } = useUser();
  if (!may(profile, 'open-register-page')) return <Navigate to="/dashboard" replace />;
  return (
    <Page title="Cadastrar medidor" action={<TextLink to="/dashboard">Ver medidores</TextLink>}>
      <Card span={8}>
        <RegisterMeter />
      </Card>
    </Page>
  );
};
