import { Button, TextInput } from '@mantine/core';
import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import {
  createSharedLink,
  LINK_KINDS,
  type LinkKind,
  listSharedLinks,
  MAX_LINK_DAYS,
  MAX_SHARED_CURVES,
  revokeSharedLink,
  type SharedLink,
} from '@nascente/contract/connections/shared-links';
import { type Establishment, listEstablishments } from '@nascente/contract/sites/establishments';
import {
  addDays,
  type CivilDate,
  civilDate,
  civilDateAt,
  isCivilDate,
} from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatAgo, formatDateTime, formatDay, formatDayRange } from '@nascente/domain/base/units/format';
import { isMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { utilityNames } from '../../shared/boards/board-texts.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { quantityOf } from '../../shared/explorer/quantities.ts';
import { Choice, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { namesake, useTypedDraft } from '../../shared/forms/use-refusals.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { CredentialsUntil } from '../../shared/session-state/credentials-until.tsx';
import { useMay } from '../../shared/session-state/use-may.ts';
import { CopiedText } from '../../shared/ui/copied-text.tsx';
import { CredentialList } from '../../shared/ui/credential-list.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { addressOfLink, LINK_TEXTS } from './link-kinds.ts';
import styles from './links.module.css';

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
  const type: Body['type'] = address.get('agua') === null ? 'eletric' : 'water';
  return { draft: { kind, establishmentId: local?._id ?? '', type }, zone: zoneOf(local), chart, start, end };
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

type MadeLink = AnswerOf<typeof createSharedLink>;

interface NewLinkFormProps {
  readonly establishments: readonly Establishment[];
  readonly onMade: (made: MadeLink) => void;
}

const A_MONTH = 30;
type LinkDraft = Pick<Body, 'kind' | 'establishmentId' | 'type' | 'name'> & { readonly expiresOn: string };

const todayIn = (zone: Zone): CivilDate => civilDateAt(instant(Date.now()), zone);

const NewLinkForm = ({ establishments, onMade }: NewLinkFormProps) => {
  const requested = useShareAddress(establishments);
  const outdate = useOutdate(listSharedLinks);
  const { draft, text, choice, input, sendFrom } = useTypedDraft<LinkDraft>(
    () => ({ ...requested.draft, name: '', expiresOn: addDays(todayIn(requested.zone), A_MONTH) }),
    namesake(['name', 'expiresOn']),
  );
  const { kind, establishmentId, expiresOn } = draft;
  const zone = zoneOf(establishments.find(({ _id }) => _id === establishmentId));
  const today = useToday(zone);
  const isWall = kind === 'tv';
  const { chart } = requested;
  const isChart = kind === 'curve';
  // Curves are chosen in the Explorer: without any this kind is not offered.
  const kinds = LINK_KINDS.filter((one) => one !== 'curve' || chart !== null);
  const days = daysOf(kind, requested);
  const make = async () => {
    const until = isWall && expiresOn === '' ? null : expiresOn;
    const body = { ...draft, expiresOn: until, ...days, ...(isChart && chart && { chart }) };
    onMade(await request(createSharedLink, { body }));
    await outdate();
  };
  const { start, isSending, failure } = useSending((form: HTMLFormElement) => sendFrom(form, make));
  return (
    <Form label="Novo link" onSubmit={(event) => start(event.currentTarget)}>
      <Choice
        {...choice('kind')}
        label="O que o link mostra"
        description={LINK_TEXTS[kind].purpose}
        options={kinds.map((value) => ({ value, label: LINK_TEXTS[value].name }))}
      />
      {!isChart && (
        <>
          <Choice
            {...choice('establishmentId')}
            label="Estabelecimento"
            options={establishments.map((one) => ({ value: one._id, label: nameOf(one) }))}
          />
          <Choice {...choice('type')} label="De quê" options={optionsOf(utilityNames)} />
        </>
      )}
      {days.start !== undefined && <p>{daysText(days)}</p>}
      {isChart && chart !== null && <p>{chartText(chart, zone)}</p>}
      <TextInput
        {...text('name')}
        label="Nome"
        description={`Quem abre o link também o vê, como '${LINK_TEXTS[kind].example}'.`}
        maxLength={60}
        autoComplete="off"
      />
      <DateInput
        {...input('expiresOn')}
        label={isWall ? 'Vale até (vazio: até você revogar)' : 'Vale até'}
        min={today}
        max={addDays(today, MAX_LINK_DAYS)}
      />
      <FormActions failure={failure} submit="Criar link" loading={isSending} />
    </Form>
  );
};

const linksQuery = queryFor(listSharedLinks, {});

const endText = ({ expiresOn, isOver }: SharedLink): string => {
  if (expiresOn === null) return 'vale até você revogar';
  return `${isOver ? 'valeu' : 'vale'} até ${formatDay(civilDate(expiresOn))}`;
};

const openedText = ({ kind, openings, lastOpened }: SharedLink, now: number): string => {
  if (lastOpened === null) return 'nunca aberto';
  const ago = formatAgo(now - Date.parse(lastOpened));
  if (kind === 'tv') return `visto ${ago}`;
  return `aberto ${openings === 1 ? '1 vez' : `${openings} vezes`}, a última ${ago}`;
};

const describe = (link: SharedLink, now: number) => {
  const { kind, prefix, establishment, start, end, isOver } = link;
  return {
    tags: (
      <>
        <Tag>{LINK_TEXTS[kind].name}</Tag>
        {isOver && <Tag>Vencido</Tag>}
      </>
    ),
    about: (
      <>
        <small>
          {establishment.name}
          {start !== null && end !== null && ` · ${formatDayRange(civilDate(start), civilDate(end))}`} ·{' '}
          {endText(link)}
        </small>
        <small>
          <code>{prefix}…</code> · {openedText(link, now)}
        </small>
      </>
    ),
    effect:
      'Quem tem o endereço deixa de ver qualquer coisa. Uma tela de parede mostra só que não está disponível.',
  };
};

const List = () => (
  <CredentialList
    label="Links"
    query={useQuery({ ...linksQuery, select: ({ links }) => links })}
    queryKey={linksQuery.queryKey}
    describe={describe}
    revoke={(id) => request(revokeSharedLink, { params: { id } })}
    revoked="Link revogado."
    empty={<EmptyState icon="external-link">Nenhum link até agora. Crie o primeiro em Novo link.</EmptyState>}
  />
);

const Made = ({ made: { key, link }, onAnother }: { made: MadeLink; onAnother: () => void }) => (
  <div className={styles.made}>
    <Notice tone="good" title="Guarde agora: o endereço não será mostrado de novo." live>
      Quem tiver o endereço vê o que ele mostra, sem conta e sem senha.
    </Notice>
    <CopiedText label="Endereço" text={addressOfLink(link.kind, key)} action="Copiar link" />
    <Button variant="default" onClick={onAnother}>
      Criar outro
    </Button>
  </div>
);

const NewLink = () => {
  const query = useQuery(queryFor(listEstablishments, {}));
  const { data } = query;
  const [made, setMade] = useState<MadeLink | null>(null);
  if (made !== null) return <Made made={made} onAnother={() => setMade(null)} />;
  if (data === undefined) return <Answer query={query} rest={<SkeletonBlock height={320} />} />;
  if (data.establishments.length === 0)
    return <EmptyState icon="home">Cadastre antes um estabelecimento.</EmptyState>;
  return <NewLinkForm establishments={data.establishments} onMade={setMade} />;
};

/** /account/links: links for people without an account, and wall screens. */
export const LinksPage = () => {
  const mayShareFigures = useMay('share-figures');
  if (!mayShareFigures)
    return (
      <Page title="Links e telas">
        <Card>
          <EmptyState icon="external-link" action={<TextLink to="/home">Voltar ao início</TextLink>}>
            Seu perfil só consulta: quem deu acesso a você é quem pode compartilhar.
          </EmptyState>
        </Card>
      </Page>
    );
  return (
    <Page title="Links e telas">
      <Card tour="links-list" title="O que está compartilhado" span={7}>
        <p className={styles.text}>
          Cada link mostra uma coisa só, com os números do momento em que é aberto, e só o que você mesmo vê.
        </p>
        <CredentialsUntil className={styles.text} />
        <List />
      </Card>
      <Card tour="links-new" title="Novo link" span={5}>
        <NewLink />
      </Card>
    </Page>
  );
};
