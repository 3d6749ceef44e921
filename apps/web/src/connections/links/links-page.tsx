import { Button } from '@mantine/core';
import {
  listSharedLinks,
  revokeSharedLink,
  type SharedLink,
} from '@nascente/contract/connections/shared-links';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatAgo, formatDay, formatDayRange } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
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
import { type MadeLink, NewLinkForm } from './new-link-form.tsx';

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
