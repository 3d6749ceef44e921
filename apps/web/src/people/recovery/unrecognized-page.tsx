import { Button } from '@mantine/core';
import type { AnswerOf } from '@nascente/contract/base/call';
import { denySignIn, readSignInNotice, type SignInNotice } from '@nascente/contract/people/sign-in-notice';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { isExpired, useLinkedAnswer } from '../../shared/api/use-linked-answer.ts';
import { countedText } from '../../shared/counted-text.ts';
import { deviceDateTime } from '../../shared/device-time.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../shared/ui/page/entrance-head.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { CredentialList } from './remaining-second-steps.tsx';
import styles from './unrecognized.module.css';

const TITLE = 'Não foi você?';

const askNotice = (token: string, signal: AbortSignal) =>
  request(readSignInNotice, { query: { token } }, signal);

const Facts = ({ notice: { at, device, address } }: { notice: SignInNotice }) => (
  <dl className={styles.facts}>
    <dt>Quando</dt>
    <dd>{deviceDateTime(at)}</dd>
    <dt>Navegador</dt>
    <dd>{device}</dd>
    <dt>Endereço</dt>
    <dd>{address}</dd>
  </dl>
);

const Expired = () => (
  <>
    <EntranceHead title={TITLE} />
    <Notice tone="bad" live>
      Este link não vale mais. Para trocar a senha, <Link to="/recovery-password">peça uma nova</Link>.
    </Notice>
  </>
);

const Denied = ({ msg, removed, left }: AnswerOf<typeof denySignIn>) => (
  <>
    <EntranceHead title="Sua conta está fechada para todos" />
    <Notice tone="good" live>
      {msg}
    </Notice>
    {removed.length > 0 && (
      <>
        <h2 className={styles.listed}>Removido</h2>
        <CredentialList credentials={removed} />
      </>
    )}
    {left > 0 && (
      <p>
        {countedText(left, 'item mais antigo continua', 'itens mais antigos continuam')}. Ao criar a nova
        senha, você pode remover todos de uma vez.
      </p>
    )}
  </>
);

interface DenyingProps {
  token: string;
  notice: SignInNotice;
  onExpired: () => void;
}

const Denying = ({ token, notice, onExpired }: DenyingProps) => {
  const [denied, setDenied] = useState<AnswerOf<typeof denySignIn> | null>(null);
  const { start, isSending, failure } = useSending(async () => {
    try {
      setDenied(await request(denySignIn, { body: { token } }));
    } catch (refusal) {
      if (!isExpired(refusal)) throw refusal;
      onExpired();
    }
  });
  if (denied !== null) return <Denied {...denied} />;
  return (
    <>
      <EntranceHead title={TITLE}>Confira a entrada na sua conta.</EntranceHead>
      <Facts notice={notice} />
      <p>
        Ao confirmar, todas as sessões são encerradas, a senha atual deixa de valer, e são removidos chaves,
        links, avisos e segundas etapas criados desde essa entrada. Você recebe por e-mail a lista e um link
        para criar outra senha.
      </p>
      <FailureNotice failure={failure} />
      <Button color="bad" fullWidth loading={isSending} onClick={() => void start()}>
        Não fui eu: encerrar tudo
      </Button>
    </>
  );
};

const Linked = ({ token }: { token: string }) => {
  const { linked, retry } = useLinkedAnswer(askNotice, token);
  const [isUsed, setUsed] = useState(false);
  if (isUsed || linked.state === 'expired') return <Expired />;
  if (linked.state === 'valid')
    return <Denying token={token} notice={linked.found} onExpired={() => setUsed(true)} />;
  return (
    <>
      <EntranceHead title={TITLE} />
      {linked.state === 'failed' ? (
        <ErrorState failure={linked.failure} onRetry={retry} />
      ) : (
        <Loading>
          <SkeletonFields fields={3} />
        </Loading>
      )}
    </>
  );
};

/** The target of the e-mail about an unusual sign-in: only the button acts. */
export const UnrecognizedPage = () => {
  const token = useParams().token ?? '';
  return (
    <EntranceFrame>
      <Linked key={token} token={token} />
      <EntranceLink>
        Foi você? <Link to="/login">Entrar</Link>
      </EntranceLink>
    </EntranceFrame>
  );
};
