import { Button, TextInput } from '@mantine/core';
import type { AnswerOf, BodyInput } from '@nascente/contract/base/call';
import {
  createIntegration,
  INTEGRATION_KINDS,
  type Integration,
  type IntegrationKind,
  listIntegrations,
} from '@nascente/contract/connections/integrations';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { establishmentAlertTopic } from '@nascente/domain/telemetry/frames/topic';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { MeterChecklist } from '../../shared/boards/meter-checklist.tsx';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { namesake, useTypedDraft } from '../../shared/forms/use-refusals.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { CopiedText } from '../../shared/ui/copied-text.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import styles from './integrations.module.css';
import { KINDS } from './kinds.ts';

type MadeIntegration = AnswerOf<typeof createIntegration>;

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

/** MQTT topics of alerts: one for each establishment that the user may see, at most `MAX_TOPICS`. */
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

const Address = ({ made: { key, integration } }: { readonly made: MadeIntegration }) => {
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
> = { gateway: Gateway, mqtt: Mqtt, 'home-assistant': HomeAssistant, calendar: Address, csv: Address };

const NewKeyCard = ({ made }: { readonly made: MadeIntegration }) => {
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

const CHOSEN = { name: 'Medidores escolhidos', none: 'Nenhum medidor escolhido.' };
const SCOPES = [
  { value: 'all', text: 'Todos que vejo' },
  { value: 'chosen', text: 'Só alguns' },
] as const;
type Scope = (typeof SCOPES)[number]['value'];

interface KindChoiceProps {
  readonly kinds: readonly IntegrationKind[];
  readonly value: IntegrationKind;
  readonly onChange: (kind: IntegrationKind) => void;
}

const KindChoice = ({ kinds, value, onChange }: KindChoiceProps) => (
  <fieldset className={styles.kinds}>
    <legend>O que você quer ligar?</legend>
    {kinds.map((kind) => (
      <label key={kind} className={styles.kind}>
        <input type="radio" name="kind" checked={kind === value} onChange={() => onChange(kind)} />
        <span>
          <b>{KINDS[kind].name}</b>
          <small>{KINDS[kind].purpose}</small>
        </span>
      </label>
    ))}
  </fieldset>
);

const useCreate = (onMade: (made: MadeIntegration) => void) => {
  const outdate = useOutdate(listIntegrations);
  return async (body: BodyInput<typeof createIntegration>) => {
    onMade(await request(createIntegration, { body }));
    await outdate();
  };
};

interface NewFormProps {
  readonly boards: readonly Board[];
  readonly onMade: (made: MadeIntegration) => void;
}

const NewForm = ({ boards, onMade }: NewFormProps) => {
  const user = useUser();
  const kinds = INTEGRATION_KINDS.filter(
    (kind) => kind !== 'gateway' || may(user.profile, 'send-by-gateway'),
  );
  const [scope, setScope] = useState<Scope>('all');
  const create = useCreate(onMade);
  const { draft, change, text, refusable, sendFrom } = useTypedDraft(
    { kind: kinds[0] ?? ('csv' as const), name: '', boards: [] as string[] },
    namesake(['name', 'boards']),
  );
  const { kind } = draft;
  const isGateway = kind === 'gateway';
  const isChosen = isGateway || scope === 'chosen';
  const offered =
    isGateway && !may(user.profile, 'see-every-customer')
      ? boards.filter(({ Owner }) => Owner === user._id)
      : boards;
  const { start, isSending, failure, forget } = useSending((form: HTMLFormElement) =>
    sendFrom(form, () => create({ ...draft, boards: isChosen ? draft.boards : null })),
  );
  return (
    <Form label="Nova integração" onSubmit={(event) => start(event.currentTarget)}>
      <KindChoice
        kinds={kinds}
        value={kind}
        onChange={(next) => {
          change({ ...draft, kind: next });
          forget();
        }}
      />
      <TextInput
        {...text('name')}
        label="Nome"
        description={`Para reconhecer na lista, como '${KINDS[kind].example}'.`}
        maxLength={60}
        autoComplete="off"
      />
      {!isGateway && <Segmented label="Medidores" value={scope} options={SCOPES} onChange={setScope} />}
      {isChosen && (
        <MeterChecklist
          legend={isGateway ? 'Medidores pelos quais ele envia' : 'Medidores que ele lê'}
          texts={CHOSEN}
          boards={offered}
          error={refusable('boards').error}
          chosen={draft.boards}
          onChange={(boards) => change({ boards })}
        />
      )}
      <FormActions failure={failure} submit="Criar" loading={isSending}>
        <Button variant="default" component={Link} to="/account/integrations">
          Cancelar
        </Button>
      </FormActions>
    </Form>
  );
};

const Content = () => {
  const meters = useQuery(metersQuery);
  const [made, setMade] = useState<MadeIntegration | null>(null);
  if (made !== null) return <NewKeyCard made={made} />;
  if (meters.data === undefined) return <Answer query={meters} rest={<SkeletonBlock height={420} />} />;
  return (
    <Card span={7}>
      <NewForm boards={meters.data.installationsMeter} onMade={setMade} />
    </Card>
  );
};

export const NewIntegrationPage = () => (
  <Page title="Nova integração">
    <Content />
  </Page>
);
