import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../shared/ui/page/entrance-head.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SignedUpDialog } from './signed-up-dialog.tsx';

export const SignUpPage = () => {
  const { state } = useLocation();
  const [signedUp, setSignedUp] = useState<string | null>(null);
  return (
    <EntranceFrame>
      <EntranceHead title="Criar conta">Acompanhe a energia e a água da sua empresa.</EntranceHead>
      <SignUpForm onDone={setSignedUp} />
      <EntranceLink>
        Já tem conta?{' '}
        <Link to="/login" state={state}>
          Entrar
        </Link>
      </EntranceLink>
      {signedUp !== null && <SignedUpDialog email={signedUp} />}
    </EntranceFrame>
  );
};
