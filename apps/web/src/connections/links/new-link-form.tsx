import { Button, NativeSelect, TextInput } from '@mantine/core';
import '../../shared/forms/form-styles.ts';
import '@mantine/core/styles/Button.css';
import {
  createSharedLink,
  LINK_KINDS,
  type LinkKind,
  listSharedLinks,
  MAX_LINK_DAYS,
  type SharedLink,
} from '@nascente/contract/connections/shared-links';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { addDays } from '@nascente/domain/base/time/civil-day';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { namesake, useRefusals } from '../../shared/forms/use-refusals.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { chartText, daysOf, daysText, useAsked } from './asked-link.ts';
import { LINK_WORDS } from './link-kinds.ts';

export interface MadeLink {
  readonly key: string;
  readonly link: SharedLink;
}

interface NewLinkFormProps {
  readonly establishments: readonly Establishment[];
  readonly onMade: (made: MadeLink) => void;
}

const A_MONTH = 30;
const fieldOf = namesake(['name', 'expiresOn']);

/** A new link: what it shows, of which establishment, and until when. */
export const NewLinkForm = ({ establishments, onMade }: NewLinkFormProps) => {
  const asked = useAsked(establishments);
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<LinkKind>(asked.kind);
  const [establishmentId, setEstablishmentId] = useState(asked.establishmentId);
  const zone = zoneOf(establishments.find(({ _id }) => _id === establishmentId));
  const today = useToday(zone);
  const [type, setType] = useState<'eletric' | 'water'>(asked.isWater ? 'water' : 'eletric');
  const [name, setName] = useState('');
  const [expiresOn, setExpiresOn] = useState<string>(addDays(today, A_MONTH));
  const isWall = kind === 'tv';
  const { chart } = asked;
  const isChart = kind === 'curve';
  // Curves are chosen on the Explorer: without any there is nothing to share.
  const kinds = LINK_KINDS.filter((one) => one !== 'curve' || chart !== null);
  const days = daysOf(kind, asked);
  const { refusable, forget, sendFrom } = useRefusals(fieldOf);
  const make = async () => {
    const until = isWall && expiresOn === '' ? null : expiresOn;
    const body = {
      kind,
      name,
      establishmentId,
      type,
      expiresOn: until,
      ...days,
      ...(isChart && chart && { chart }),
    };
    const { key, link } = await request(createSharedLink, { body });
    onMade({ key, link });
    await queryClient.invalidateQueries({ queryKey: [listSharedLinks.name] });
  };
  const { start, isSending, failure } = useSending((form: HTMLFormElement) => sendFrom(form, make));
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void start(event.currentTarget);
  };
  return (
    <Form label="Novo link" onSubmit={send}>
      <NativeSelect
        label="O que o link mostra"
        description={LINK_WORDS[kind].purpose}
        value={kind}
        data={kinds.map((value) => ({ value, label: LINK_WORDS[value].name }))}
        onChange={({ currentTarget: { value } }) => setKind(LINK_KINDS.find((one) => one === value) ?? 'tv')}
      />
      {!isChart && (
        <>
          <NativeSelect
            label="Estabelecimento"
            value={establishmentId}
            data={establishments.map((one) => ({ value: one._id, label: nameOf(one) }))}
            onChange={({ currentTarget: { value } }) => setEstablishmentId(value)}
          />
          <NativeSelect
            label="De quê"
            value={type}
            data={[
              { value: 'eletric', label: 'Energia' },
              { value: 'water', label: 'Água' },
            ]}
            onChange={({ currentTarget: { value } }) => setType(value === 'water' ? 'water' : 'eletric')}
          />
        </>
      )}
      {days.start !== undefined && <p>{daysText(days)}</p>}
      {isChart && chart !== null && <p>{chartText(chart, zone)}</p>}
      <TextInput
        {...refusable('name')}
        label="Nome"
        description={`Quem abre o link também o vê, como '${LINK_WORDS[kind].example}'.`}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          forget({ name: value });
        }}
      />
      <TextInput
        {...refusable('expiresOn')}
        type="date"
        label={isWall ? 'Vale até (vazio: até você revogar)' : 'Vale até'}
        value={expiresOn}
        min={today}
        max={addDays(today, MAX_LINK_DAYS)}
        onChange={({ currentTarget: { value } }) => {
          setExpiresOn(value);
          forget({ expiresOn: value });
        }}
      />
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <FormActions>
        <Button type="submit" loading={isSending}>
          Criar link
        </Button>
      </FormActions>
    </Form>
  );
};
