import { readInvitation } from '@nascente/contract/people/invitations';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { useLinkedAnswer } from '../../../shared/api/use-linked-answer.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { EntranceFrame } from '../../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../../shared/ui/page/entrance-head.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonFields } from '../../../shared/ui/page/skeleton.tsx';
import { AcceptanceForm } from './acceptance-form.tsx';

const askInvitation = (token: string, signal: AbortSignal) =>
  request(readInvitation, { query: { token } }, signal);

const metersInWords = (count: number): string =>
  count === 0 ? 'o consumo' : count === 1 ? 'o consumo de 1 medidor' : `o consumo de ${count} medidores`;

const Accepting = ({ token }: { token: string }) => {
  const { linked, retry } = useLinkedAnswer(askInvitation, token);
  const [isUsed, setUsed] = useState(false);
  if (isUsed || linked.state === 'expired')
    return (
      <>
        <EntranceHead title="Convite" />
        <Notice tone="bad" live>
          Este convite não vale mais. Peça um novo a quem convidou você.
        </Notice>
      </>
    );
  if (linked.state === 'loading')
    return (
      <>
        <EntranceHead title="Convite" />
        <Loading>
          <SkeletonFields fields={4} />
        </Loading>
      </>
    );
  if (linked.state === 'failed')
    return (
      <>
        <EntranceHead title="Convite" />
        <ErrorState failure={linked.failure} onRetry={retry} />
      </>
    );
  const { from, meters } = linked.found;
  return (
    <>
      <EntranceHead title="Você foi convidado">
        {from} convidou você a acompanhar {metersInWords(meters)}. Escolha uma senha: ninguém mais a conhece.
      </EntranceHead>
      <AcceptanceForm token={token} invitation={linked.found} onExpired={() => setUsed(true)} />
    </>
  );
};

/** Where an invitation leads: a client user sets a password, and is inside. */
export const InvitationPage = () => {
  const token = useParams().token ?? '';
  return (
    <EntranceFrame>
      <Accepting key={token} token={token} />
      <EntranceLink>
        Já tem conta? <Link to="/login">Entrar</Link>
      </EntranceLink>
    </EntranceFrame>
  );
};
