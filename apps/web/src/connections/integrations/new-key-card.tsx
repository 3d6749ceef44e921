import { type Integration, listIntegrations } from '@nascente/contract/connections/integrations';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { establishmentAlertTopic } from '@nascente/domain/telemetry/frames/topic';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { CopiedText } from '../../shared/ui/copied-text.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './integrations.module.css';
import { KINDS } from './kinds.ts';

export interface MadeIntegration {
  readonly key: string;
  readonly integration: Integration;
}

const MAX_TOPICS = 8;
const integrationsQuery = queryFor(listIntegrations, {});

const Field = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className={styles.field}>
    <span>{label}</span>
    <CopiedText label={label} text={text} action="Copiar" />
  </div>
);

const portsText = ({ plain, tls }: { readonly plain: number; readonly tls: number | null }): string =>
  tls === null ? String(plain) : `${tls} (com TLS) ou ${plain}`;

const Broker = () => {
  const { data } = useQuery(integrationsQuery);
  const ports = data === undefined ? '' : `, porta ${portsText(data.ports)}`;
  return (
    <p className={styles.text}>
      Servidor MQTT (3.1.1 ou 3.1): <b>{window.location.hostname}</b>
      {ports}.
    </p>
  );
};

const Gateway = ({ made: { key, integration } }: { readonly made: MadeIntegration }) => (
  <>
    <Field label="Chave" text={key} />
    <h3>Por HTTP</h3>
    <Field label="Endereço" text={`${window.location.origin}/api/ingest`} />
    <p className={styles.text}>
      POST com o cabeçalho <code>Authorization: Bearer</code> e a chave. O corpo são linhas de texto, cada uma
      começando pelo MAC do seu medidor, ou uma lista em JSON.
    </p>
    <h3>Por MQTT</h3>
    <Broker />
    <Field label="Usuário" text={integration.id} />
    <Field label="Tópico" text={`gateway/${integration.id}/message`} />
    <p className={styles.text}>A senha é a chave.</p>
  </>
);

/** MQTT topics of alerts, one for each establishment with a visible meter. */
const AlertTopics = () => {
  const establishments = useQuery(queryFor(listEstablishments, {})).data?.establishments ?? [];
  if (establishments.length === 0) return null;
  const shown = establishments.slice(0, MAX_TOPICS);
  return (
    <>
      <h3>Avisos</h3>
      <p className={styles.text}>
        O que a Nascente avisa de um estabelecimento chega em JSON, com evento (<code>opened</code>,{' '}
        <code>returned</code>, <code>repeated</code>, <code>closed</code> ou <code>undone</code>), título,
        texto, link e o aviso como na API. Só chega o que a chave vê, e só enquanto o sistema estiver
        conectado.
      </p>
      {shown.map((establishment) => (
        <Field
          key={establishment._id}
          label={nameOf(establishment)}
          text={establishmentAlertTopic(establishment._id)}
        />
      ))}
      {establishments.length > shown.length && (
        <p className={styles.text}>
          Os outros são iguais: o código do estabelecimento está no endereço da página dele.
        </p>
      )}
    </>
  );
};

const Mqtt = ({ made: { key, integration } }: { readonly made: MadeIntegration }) => (
  <>
    <Broker />
    <Field label="Usuário" text={integration.id} />
    <Field label="Senha" text={key} />
    <p className={styles.text}>
      Assine <code>message/MAC</code> de cada medidor, ou <code>emd3p/MAC/message</code> dos trifásicos, com o
      MAC como está na lista de medidores. Curingas não são aceitos.
    </p>
    <AlertTopics />
  </>
);

const HomeAssistant = ({ made: { key, integration } }: { readonly made: MadeIntegration }) => (
  <>
    <p className={styles.text}>
      No Home Assistant, abra Configurações › Dispositivos e serviços › Adicionar integração › MQTT e preencha
      os dados abaixo. Os medidores aparecem sozinhos, com a descoberta ligada.
    </p>
    <Broker />
    <Field label="Usuário" text={integration.id} />
    <Field label="Senha" text={key} />
  </>
);

const Link = ({ made: { key, integration } }: { readonly made: MadeIntegration }) => {
  const isCalendar = integration.kind === 'calendar';
  return (
    <>
      <Field label="Endereço" text={`${window.location.origin}/api/${integration.kind}/${key}`} />
      <p className={styles.text}>
        {isCalendar
          ? 'Na sua agenda, escolha adicionar um calendário por URL e cole este endereço.'
          : 'No Google Planilhas, use IMPORTDATA com ?separator=comma no fim do endereço; no Excel, Dados › Da Web. Com ?days=90 vêm os últimos 90 dias.'}
      </p>
    </>
  );
};

const INSTRUCTIONS: Readonly<
  Record<Integration['kind'], (props: { readonly made: MadeIntegration }) => ReactNode>
> = { gateway: Gateway, mqtt: Mqtt, 'home-assistant': HomeAssistant, calendar: Link, csv: Link };

export const NewKeyCard = ({ made }: { readonly made: MadeIntegration }) => {
  // The form was longer: the key must not begin above the window.
  useEffect(() => window.scrollTo(0, 0), []);
  const Instructions = INSTRUCTIONS[made.integration.kind];
  return (
    <Card title={made.integration.name} qualifier={KINDS[made.integration.kind].name} span={7}>
      <div className={styles.made}>
        <Notice tone="good" title="Guarde agora: isto não será mostrado de novo." live>
          Quem tiver{' '}
          {made.integration.kind === 'csv' || made.integration.kind === 'calendar' ? 'o endereço' : 'a chave'}{' '}
          usa esta integração em seu nome, até você revogar.
        </Notice>
        <Instructions made={made} />
        <TextLink to="/account/integrations">Já guardei: voltar às integrações</TextLink>
      </div>
    </Card>
  );
};
