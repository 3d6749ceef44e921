import { TextInput } from '@mantine/core';
import type { BodyOf } from '@nascente/contract/base/call';
import {
  createSharedLink,
  LINK_KINDS,
  type LinkKind,
  listSharedLinks,
  MAX_LINK_DAYS,
  MAX_SHARED_CURVES,
  type SharedLink,
} from '@nascente/contract/connections/shared-links';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { addDays, type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDateTime, formatDay, formatDayRange } from '@nascente/domain/base/units/format';
import { isMac } from '@nascente/domain/sites/boards/mac';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { quantityOf } from '../../shared/explorer/quantities.ts';
import { Choice, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { namesake, useRefusals } from '../../shared/forms/use-refusals.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { LINK_TEXTS } from './link-kinds.ts';

type Body = BodyOf<typeof createSharedLink>;
type Chart = NonNullable<Body['chart']>;
interface Days {
  readonly start?: CivilDate | undefined;
  readonly end?: CivilDate | undefined;
}

/** Curves as in the Explorer's address: `ver=MAC~quantity,…&de=…&ate=…`. */
const chartFrom = (address: URLSearchParams): Chart | null => {
  const series = (address.get('ver') ?? '').split(',').flatMap((part) => {
    const [mac = '', key = ''] = part.split('~');
    const quantity = quantityOf(key);
    return quantity === undefined || !isMac(mac) ? [] : [{ mac, quantity: quantity.key }];
  });
  const [start, end] = [Date.parse(address.get('de') ?? ''), Date.parse(address.get('ate') ?? '')];
  if (series.length === 0 || !(end > start)) return null;
  return { series: series.slice(0, MAX_SHARED_CURVES), start, end, isApart: address.get('eixos') !== null };
};

/** Values a share button filled in (`?tipo=flow&local=…&inicio=…&fim=…`). */
const useShareAddress = (establishments: readonly Establishment[]) => {
  const [address] = useSearchParams();
  const chart = chartFrom(address);
  const named = LINK_KINDS.find((one) => one === address.get('tipo')) ?? 'tv';
  const kind: LinkKind = named === 'curve' && chart === null ? 'tv' : named;
  const local = establishments.find(({ _id }) => _id === address.get('local')) ?? establishments[0];
  const [start, end] = [address.get('inicio'), address.get('fim')].map((day) =>
    day !== null && isCivilDate(day) ? day : undefined,
  );
  return {
    kind,
    chart,
    establishmentId: local?._id ?? '',
    start,
    end,
    isWater: address.get('agua') !== null,
  };
};

/** The days a link of a kind shows; a report covers the cycle of its day. */
const daysOf = (kind: LinkKind, { start, end }: Days): Days => {
  if (start === undefined) return {};
  if (kind === 'report') return { start };
  return kind === 'flow' && end !== undefined ? { start, end } : {};
};

const daysText = ({ start, end }: Days): string | null => {
  if (start === undefined) return null;
  if (end === undefined) return `Ciclo de ${formatDay(start)} em diante.`;
  return `Dias mostrados: ${formatDayRange(start, end)}.`;
};

const chartText = ({ series, start, end }: Chart, zone: Zone): string => {
  const [from, to] = [start, end].map((at) => formatDateTime(instant(at), zone));
  return `${series.length === 1 ? '1 curva' : `${series.length} curvas`}, de ${from} a ${to}.`;
};

export interface MadeLink {
  readonly key: string;
  readonly link: SharedLink;
}

interface NewLinkFormProps {
  readonly establishments: readonly Establishment[];
  readonly onMade: (made: MadeLink) => void;
}

const TYPES = optionsOf({ eletric: 'Energia', water: 'Água' });
const A_MONTH = 30;
const fieldOf = namesake(['name', 'expiresOn']);

export const NewLinkForm = ({ establishments, onMade }: NewLinkFormProps) => {
  const requested = useShareAddress(establishments);
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<LinkKind>(requested.kind);
  const [establishmentId, setEstablishmentId] = useState(requested.establishmentId);
  const zone = zoneOf(establishments.find(({ _id }) => _id === establishmentId));
  const today = useToday(zone);
  const [type, setType] = useState<'eletric' | 'water'>(requested.isWater ? 'water' : 'eletric');
  const [name, setName] = useState('');
  const [expiresOn, setExpiresOn] = useState<string>(addDays(today, A_MONTH));
  const isWall = kind === 'tv';
  const { chart } = requested;
  const isChart = kind === 'curve';
  // Curves are chosen in the Explorer: without any this kind is not offered.
  const kinds = LINK_KINDS.filter((one) => one !== 'curve' || chart !== null);
  const days = daysOf(kind, requested);
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
    void start(event.currentTarget);
  };
  return (
    <Form label="Novo link" onSubmit={send}>
      <Choice
        label="O que o link mostra"
        description={LINK_TEXTS[kind].purpose}
        value={kind}
        options={kinds.map((value) => ({ value, label: LINK_TEXTS[value].name }))}
        onChoose={setKind}
      />
      {!isChart && (
        <>
          <Choice
            label="Estabelecimento"
            value={establishmentId}
            options={establishments.map((one) => ({ value: one._id, label: nameOf(one) }))}
            onChoose={setEstablishmentId}
          />
          <Choice label="De quê" value={type} options={TYPES} onChoose={setType} />
        </>
      )}
      {days.start !== undefined && <p>{daysText(days)}</p>}
      {isChart && chart !== null && <p>{chartText(chart, zone)}</p>}
      <TextInput
        {...refusable('name')}
        label="Nome"
        description={`Quem abre o link também o vê, como '${LINK_TEXTS[kind].example}'.`}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          forget({ name: value });
        }}
      />
      <DateInput
        {...refusable('expiresOn')}
        label={isWall ? 'Vale até (vazio: até você revogar)' : 'Vale até'}
        value={expiresOn}
        min={today}
        max={addDays(today, MAX_LINK_DAYS)}
        onChange={(value) => {
          setExpiresOn(value);
          forget({ expiresOn: value });
        }}
      />
      <FormActions failure={failure} submit="Criar link" loading={isSending} />
    </Form>
  );
};
