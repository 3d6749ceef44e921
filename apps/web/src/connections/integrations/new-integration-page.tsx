import { Button, TextInput } from '@mantine/core';
import {
  createIntegration,
  INTEGRATION_KINDS,
  type IntegrationKind,
  listIntegrations,
} from '@nascente/contract/connections/integrations';
import { type Board, listMeters } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { MeterChecklist } from '../../shared/boards/meter-checklist.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { namesake, useRefusals } from '../../shared/forms/use-refusals.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import styles from './integrations.module.css';
import { KINDS } from './kinds.ts';
import { type MadeIntegration, NewKeyCard } from './new-key-card.tsx';

const metersQuery = queryFor(listMeters, {});

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

const fieldOf = namesake(['name', 'boards']);

const useCreate = (onMade: (made: MadeIntegration) => void) => {
  const queryClient = useQueryClient();
  return async (body: { kind: IntegrationKind; name: string; boards: string[] | null }) => {
    const { key, integration } = await request(createIntegration, { body });
    onMade({ key, integration });
    await queryClient.invalidateQueries({ queryKey: [listIntegrations.name] });
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
  const [kind, setKind] = useState<IntegrationKind>(kinds[0] ?? 'csv');
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('all');
  const [chosen, setChosen] = useState<string[]>([]);
  const create = useCreate(onMade);
  const { refusable, forget: forgetRefusals, sendFrom } = useRefusals(fieldOf);
  const isGateway = kind === 'gateway';
  const isChosen = isGateway || scope === 'chosen';
  const offered =
    isGateway && !may(user.profile, 'see-every-customer')
      ? boards.filter(({ Owner }) => Owner === user._id)
      : boards;
  const { start, isSending, failure, forget } = useSending((form: HTMLFormElement) =>
    sendFrom(form, () => create({ kind, name, boards: isChosen ? chosen : null })),
  );
  const send = (event: FormEvent<HTMLFormElement>): void => {
    void start(event.currentTarget);
  };
  return (
    <Form label="Nova integração" onSubmit={send}>
      <KindChoice
        kinds={kinds}
        value={kind}
        onChange={(next) => {
          setKind(next);
          forgetRefusals({ name, boards: chosen });
          forget();
        }}
      />
      <TextInput
        {...refusable('name')}
        label="Nome"
        description={`Para reconhecer na lista, como '${KINDS[kind].example}'.`}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          forgetRefusals({ name: value });
        }}
      />
      {!isGateway && <Segmented label="Medidores" value={scope} options={SCOPES} onChange={setScope} />}
      {isChosen && (
        <MeterChecklist
          legend={isGateway ? 'Medidores pelos quais ele envia' : 'Medidores que ele lê'}
          texts={CHOSEN}
          boards={offered}
          error={refusable('boards').error}
          chosen={chosen}
          onChange={(macs) => {
            setChosen(macs);
            forgetRefusals({ boards: macs });
          }}
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
