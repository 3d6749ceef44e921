import { Button, Textarea, TextInput } from '@mantine/core';
import {
  type AlertWebhook,
  addAlertWebhook,
  listAlertWebhooks,
  removeAlertWebhook,
  testAlertWebhook,
} from '@nascente/contract/alerts/alert-webhooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request, useOutdate } from '../../../shared/api/api-client.ts';
import { deviceDateTime } from '../../../shared/device-time.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { Choice } from '../../../shared/forms/fields/choice.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { namesake, useTypedDraft } from '../../../shared/forms/use-refusals.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { CredentialsUntil } from '../../../shared/session-state/credentials-until.tsx';
import { CopiedText } from '../../../shared/ui/copied-text.tsx';
import { CredentialList } from '../../../shared/ui/credential-list.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Tag, type Tone } from '../../../shared/ui/marks/tag.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import styles from './webhooks-card.module.css';

type Delivery = AlertWebhook['deliveries'][number];

/** Message templates; placeholders are in capitals. */
const READY = {
  whatsapp: {
    label: 'WhatsApp Business (API da Meta)',
    url: 'https://graph.facebook.com/v23.0/ID_DO_TELEFONE/messages',
    template: JSON.stringify(
      {
        messaging_product: 'whatsapp',
        to: '5511999999999',
        type: 'text',
        text: { body: '{{titulo}}. {{texto}} {{link}}' },
      },
      null,
      2,
    ),
  },
  json: {
    label: 'Qualquer API JSON com token',
    url: '',
    template: JSON.stringify(
      {
        titulo: '{{titulo}}',
        texto: '{{texto}}',
        evento: '{{evento}}',
        local: '{{local}}',
        link: '{{link}}',
      },
      null,
      2,
    ),
  },
} as const;
type Ready = keyof typeof READY;
const readyNames = Object.keys(READY) as readonly Ready[];
const EMPTY = { url: '', token: '', template: '' };
const readyUrls: readonly string[] = readyNames.map((name) => READY[name].url);
const fieldOf = namesake(['url', 'token', 'template']);

const events = {
  opened: 'começou',
  returned: 'voltou',
  repeated: 'continua',
  closed: 'normalizou',
  undone: 'desfeito',
} as const;
const states: Readonly<Record<Delivery['state'], { readonly text: string; readonly tone: Tone }>> = {
  sent: { text: 'entregue', tone: 'good' },
  waiting: { text: 'será tentado de novo', tone: 'warn' },
  dead: { text: 'não entregue', tone: 'bad' },
};

const answerText = ({ status, reason }: Pick<Delivery, 'status' | 'reason'>): string =>
  status === null ? (reason ?? '') : `resposta ${status}`;

const Deliveries = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => {
  if (deliveries.length === 0) return <small className={styles.quiet}>Nada enviado ainda.</small>;
  return (
    <ul aria-label="Últimas mensagens" className={styles.deliveries}>
      {deliveries.map((delivery) => (
        <li key={delivery._id}>
          <time dateTime={delivery.at}>{deviceDateTime(delivery.at)}</time>
          <span>{events[delivery.event]}</span>
          <Tag tone={states[delivery.state].tone}>{states[delivery.state].text}</Tag>
          <small>{answerText(delivery)}</small>
        </li>
      ))}
    </ul>
  );
};

/** Sends a test, and lists the last messages. */
const Messages = ({ webhook: { _id: id, deliveries } }: { readonly webhook: AlertWebhook }) => {
  const refresh = useOutdate(listAlertWebhooks);
  const [outcome, setTold] = useState<string | null>(null);
  const { start, isSending, failure } = useSending(async () => {
    setTold(answerText(await request(testAlertWebhook, { params: { id } })));
    await refresh();
  });
  return (
    <div className={styles.webhook}>
      <div className={styles.acts}>
        <Button variant="default" size="sm" loading={isSending} onClick={() => void start()}>
          Enviar teste
        </Button>
        {outcome !== null && <span role="status">Teste: {outcome}</span>}
      </div>
      <FailureNotice failure={failure} />
      <Deliveries deliveries={deliveries} />
    </div>
  );
};

const AddForm = () => {
  const [ready, setReady] = useState<Ready | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = useOutdate(listAlertWebhooks);
  const { draft: typed, change, text, sendFrom } = useTypedDraft(EMPTY, fieldOf);
  const send = async () => {
    const { url, token, template } = typed;
    const body = { url, token: token === '' ? null : token, template: template === '' ? null : template };
    setSecret((await request(addAlertWebhook, { body })).secret);
    change(EMPTY);
    setReady(null);
    await refresh();
  };
  /** A typed address stays. */
  const begin = (chosen: Ready | null) => {
    setReady(chosen);
    const template = chosen === null ? '' : READY[chosen].template;
    const isOwn = typed.url !== '' && !readyUrls.includes(typed.url);
    change(isOwn ? { template } : { template, url: chosen === null ? '' : READY[chosen].url });
  };
  const { start, isSending, failure } = useSending((form: HTMLFormElement) => sendFrom(form, send));
  return (
    <Form label="Ligar um sistema" hasOptional onSubmit={(event) => start(event.currentTarget)}>
      <Choice<Ready | ''>
        label="Começar de"
        value={ready ?? ''}
        options={[
          { value: '', label: 'Mensagem completa, assinada' },
          ...readyNames.map((value) => ({ value, label: READY[value].label })),
        ]}
        onChoose={(chosen) => begin(chosen || null)}
      />
      <TextInput {...text('url')} label="Endereço" type="url" placeholder="https://" />
      <TextInput
        {...text('token')}
        label="Token (opcional)"
        description="Vai no cabeçalho Authorization, como Bearer."
      />
      <Textarea
        {...text('template')}
        label="Modelo da mensagem (opcional)"
        description="JSON com {{titulo}}, {{texto}}, {{evento}}, {{local}} e {{link}}, que são trocados em cada aviso."
        rows={4}
      />
      <FailureNotice failure={failure} />
      {secret !== null && (
        <Notice tone="good" title="Guarde o segredo: ele não aparece de novo." live>
          <CopiedText text={secret} label="Segredo da assinatura" action="Copiar segredo" />
        </Notice>
      )}
      <FormActions submit="Ligar sistema" loading={isSending} />
    </Form>
  );
};

const webhooksQuery = queryFor(listAlertWebhooks, {});

export const WebhooksCard = () => {
  const webhooks = useQuery({
    ...webhooksQuery,
    refetchOnWindowFocus: false,
    select: (answer) =>
      answer.webhooks.map((webhook) => ({ ...webhook, id: webhook._id, name: webhook.url })),
  });
  return (
    <Card span={8} title="Sistemas próprios" qualifier="webhooks assinados">
      <div className={styles.card}>
        <CredentialsUntil />
        <CredentialList
          label="Sistemas ligados"
          query={webhooks}
          queryKey={webhooksQuery.queryKey}
          describe={(webhook) => ({
            about: <Messages webhook={webhook} />,
            effect: 'Este sistema deixa de receber avisos, e o segredo da assinatura é apagado.',
          })}
          revoke={(id) => request(removeAlertWebhook, { params: { id } })}
          revoked="Sistema desligado."
          empty={null}
        />
        <AddForm />
      </div>
    </Card>
  );
};
