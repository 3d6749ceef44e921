import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Notice } from '../../shared/ui/notice.tsx';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../shared/ui/page/entrance-head.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useRecovery } from './use-recovery.ts';

const EXPIRED = 'Token expirado!! Faça um novo pedido para recuperar a senha';

const Expired = () => (
  <>
    <Notice tone="bad" live>
      {EXPIRED}
    </Notice>
    <Button component={Link} to="/recovery-password" fullWidth>
      Fazer um novo pedido
    </Button>
  </>
);

const Changed = ({ words }: { words: string }) => (
  <>
    <Notice tone="good" live>
      {words}
    </Notice>
    <Button component={Link} to="/login" fullWidth>
      Entrar
    </Button>
  </>
);

const FormSkeleton = () => (
  <Loading>
    {['email', 'password', 'confirmation'].map((field) => (
      <div key={field}>
        <SkeletonLine width={14} />
        <SkeletonBlock height={46} />
      </div>
    ))}
  </Loading>
);

const Recovering = ({ token }: { token: string }) => {
  const { recovery, retry } = useRecovery(token);
  const [end, setEnd] = useState<{ state: 'expired' } | { state: 'changed'; words: string } | null>(null);
  if (end?.state === 'changed') return <Changed words={end.words} />;
  if (end?.state === 'expired' || recovery.state === 'expired') return <Expired />;
  if (recovery.state === 'loading') return <FormSkeleton />;
  if (recovery.state === 'failed') return <ErrorState failure={recovery.failure} onRetry={retry} />;
  return (
    <NewPasswordForm
      token={token}
      maskedEmail={recovery.email}
      onDone={(words) => setEnd({ state: 'changed', words })}
      onExpired={() => setEnd({ state: 'expired' })}
    />
  );
};

/** Where the mailed link leads: a new password, once, within an hour. */
export const NewPasswordPage = () => {
  const token = useParams().token ?? '';
  return (
    <EntranceFrame>
      <EntranceHead title="Nova senha" />
      <Recovering key={token} token={token} />
      <EntranceLink>
        <Link to="/login">Voltar para o login</Link>
      </EntranceLink>
    </EntranceFrame>
  );
};
