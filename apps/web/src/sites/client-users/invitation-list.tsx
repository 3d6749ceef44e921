import { Button, TextInput } from '@mantine/core';
import type { AnswerOf, BodyInput } from '@nascente/contract/base/call';
import {
  type Invitation,
  inviteClient,
  listInvitations,
  newInvitation,
  renewInvitation,
  withdrawInvitation,
} from '@nascente/contract/people/invitations';
import type { Board } from '@nascente/contract/sites/meters';
import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod/mini';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { MeterChecklist } from '../../shared/boards/meter-checklist.tsx';
import { useNow } from '../../shared/consumption/use-now.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { CopiedText } from '../../shared/ui/copied-text.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import { chosenTexts, useClientNoun } from './chosen-texts.ts';
import styles from './client-user-list.module.css';

const { name } = newInvitation.shape;
const NO_EMAIL = 'Envie um email válido.';

/** How the invitation reaches the client. */
const ways = [
  { value: 'email', text: 'Por e-mail' },
  { value: 'link', text: 'Por link' },
] as const;

const invitationForm = z
  .object({
    way: z.enum(['email', 'link']),
    name,
    email: z.string().check(z.trim(), z.toLowerCase()),
    boards: z.array(z.string()),
  })
  .check(
    z.refine(({ way, email }) => way === 'link' || z.regexes.email.test(email), {
      path: ['email'],
      message: NO_EMAIL,
    }),
  );
type TypedInvitation = z.output<typeof invitationForm>;

const emptyInvitation: TypedInvitation = { way: 'email', name: '', email: '', boards: [] };

const invitationOf = (typed: TypedInvitation): BodyInput<typeof inviteClient> => ({
  name: typed.name,
  boards: typed.boards,
  email: typed.way === 'email' ? typed.email : null,
});

export const invitationsQuery = queryFor(listInvitations, {});

/** An invitation whose link is handed over, readable only now. */
interface HandedLink {
  readonly name: string;
  readonly link: string;
}

const useInvitations = () => {
  const queryClient = useQueryClient();
  const handOver = async ({
    invitation,
    link,
  }: AnswerOf<typeof inviteClient>): Promise<HandedLink | null> => {
    await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    if (link === null) announce('Convite enviado!', { tone: 'good' });
    return link === null ? null : { name: invitation.name, link };
  };
  return {
    invite: async (typed: TypedInvitation) =>
      handOver(await request(inviteClient, { body: invitationOf(typed) })),
    renew: async ({ id }: Invitation) => handOver(await request(renewInvitation, { params: { id } })),
  };
};

const LinkDialog = ({ handed: { name, link }, onClose }: { handed: HandedLink; onClose: () => void }) => (
  <Dialog
    title={`Link para ${name}`}
    onDismiss={onClose}
    actions={
      <Button variant="default" onClick={onClose}>
        Fechar
      </Button>
    }
  >
    <p>Envie este link só a {name}. Ele vale por 7 dias, para uma pessoa, e não será mostrado de novo.</p>
    <CopiedText label="Link do convite" text={link} action="Copiar link" />
  </Dialog>
);

interface InviteFormProps {
  boards: readonly Board[];
  onDirty: (isDirty: boolean) => void;
}

export const InviteForm = ({ boards, onDirty }: InviteFormProps) => {
  const noun = useClientNoun();
  const { invite } = useInvitations();
  const [handed, setHanded] = useState<HandedLink | null>(null);
  const { field, submit, watch, setValue, formState, isSending, failure } = useCallForm({
    schema: invitationForm,
    defaultValues: emptyInvitation,
    refusable: ['name', 'email'],
    unique: 'email',
    send: async (typed, { reset }) => {
      setHanded(await invite(typed));
      reset({ ...emptyInvitation, way: typed.way });
    },
  });
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const way = watch('way');
  return (
    <Form label={`Convidar ${noun.one}`} onSubmit={submit}>
      <FailureNotice failure={failure} />
      <p>O {noun.one} só consulta: vê os medidores escolhidos e não altera nada deles.</p>
      <div className={styles.way}>
        <Segmented
          label="Como enviar o convite"
          value={way}
          options={ways}
          onChange={(chosen) => setValue('way', chosen)}
        />
      </div>
      <TextInput {...field('name', 'Nome')} autoComplete="off" />
      {way === 'email' ? (
        <EmailField
          {...field('email')}
          description={`O ${noun.one} recebe um link e escolhe a própria senha.`}
          autoComplete="off"
        />
      ) : (
        <p>
          Você recebe um link para enviar ao {noun.one}, por mensagem ou como preferir. Quem abre o link se
          identifica e escolhe a própria senha.
        </p>
      )}
      <MeterChecklist
        legend={`Medidores que o ${noun.one} vê`}
        texts={chosenTexts(noun)}
        tour="clients-access"
        boards={boards}
        chosen={watch('boards')}
        onChange={(chosen) => setValue('boards', chosen, { shouldDirty: true })}
      />
      <FormActions submit={way === 'email' ? 'Enviar convite' : 'Criar link'} loading={isSending} />
      {handed !== null && <LinkDialog handed={handed} onClose={() => setHanded(null)} />}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};

export const isOpenAt = (now: number, { expiresAt }: Invitation): boolean => Date.parse(expiresAt) > now;

export const InvitationList = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const now = useNow(MINUTE_MS);
  const { renew } = useInvitations();
  const { ask, question } = useQuestion();
  const [handed, setHanded] = useState<HandedLink | null>(null);
  const { start, isSending, failure } = useSending(async (invitation: Invitation) =>
    setHanded(await renew(invitation)),
  );
  if (invitations.length === 0) return null;
  const askWithdrawal = ({ id, name: invited }: Invitation) =>
    ask({
      title: `Cancelar o convite de ${invited}?`,
      confirm: 'Cancelar convite',
      cancel: 'Voltar',
      text: <p>O link deixa de valer na mesma hora.</p>,
      call: () => request(withdrawInvitation, { params: { id } }),
      outdates: [invitationsQuery.queryKey],
      done: 'Convite cancelado.',
    });
  return (
    <Card title="Convites" qualifier={invitations.length}>
      <FailureNotice failure={failure} />
      <ul className={classNames(rows.list, rows.acts, styles.list)} aria-label="Convites">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <div className={classNames(rows.about, styles.about)}>
              <b>{invitation.name}</b>
              <small>{invitation.email ?? 'por link'}</small>
              {isOpenAt(now, invitation) ? (
                <small>vale até {deviceDay(invitation.expiresAt)}</small>
              ) : (
                <Tag tone="warn">Expirado</Tag>
              )}
            </div>
            <IconButton
              icon="refresh"
              label={
                invitation.email === null
                  ? `Novo link para ${invitation.name}`
                  : `Reenviar a ${invitation.name}`
              }
              disabled={isSending}
              onClick={() => void start(invitation)}
            />
            <IconButton
              icon="trash"
              label={`Cancelar o convite de ${invitation.name}`}
              onClick={() => askWithdrawal(invitation)}
            />
          </li>
        ))}
      </ul>
      {question}
      {handed !== null && <LinkDialog handed={handed} onClose={() => setHanded(null)} />}
    </Card>
  );
};
