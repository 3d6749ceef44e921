import { Button } from '@mantine/core';
import { type ConsentGrant, exportConsents, listAcceptedConsents } from '@nascente/contract/people/consents';
import { legalName, PROCESSING } from '@nascente/domain/people/legal';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request, requestFile } from '../../shared/api/api-client.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { deviceDateTime, deviceToday } from '../../shared/device-time.ts';
import { ProcessingList } from '../../shared/legal/processing-list.tsx';
import { DownloadButtons } from '../../shared/ui/download-buttons.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { AdminFrame } from './admin-frame.tsx';
import styles from './privacy.module.css';

const PAGE = 50;

const COLUMNS = [
  ['Atividade', 'name'],
  ['Dados', 'data'],
  ['Finalidade', 'purpose'],
  ['Base legal', 'basis'],
  ['Prazo', 'retention'],
  ['Destinatários', 'recipients'],
] as const;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** CSV as Brazilian spreadsheets expect it. */
const processingFile = (): Blob => {
  const head = COLUMNS.map(([label]) => quoted(label)).join(';');
  const lines = PROCESSING.map((activity) => COLUMNS.map(([, key]) => quoted(activity[key])).join(';'));
  return new Blob([`\uFEFF${[head, ...lines].join('\r\n')}\r\n`], { type: 'text/csv' });
};

const ConsentRow = ({ consent }: { consent: ConsentGrant }) => {
  const { email, document, version, acceptedAt, device, address, withdrawnAt } = consent;
  return (
    <li>
      <div className={rows.about}>
        <span className={rows.tags}>
          <b>{email}</b>
          {withdrawnAt !== null && <Tag tone="warn">Retirado</Tag>}
        </span>
        <small>
          {legalName(document)}, versão {version} · {deviceDateTime(acceptedAt)} · {device} · {address}
          {withdrawnAt !== null && ` · retirado em ${deviceDateTime(withdrawnAt)}`}
        </small>
      </div>
    </li>
  );
};

const useConsents = () =>
  useInfiniteQuery({
    queryKey: [listAcceptedConsents.name],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      request(listAcceptedConsents, { query: { limit: '50', skip: String(pageParam) } }, signal),
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length * PAGE : undefined),
  });

const Consents = () => {
  const consents = useConsents();
  const listed = consents.data?.pages.flatMap((page) => page.consents);
  return (
    <Card tour="privacy-consents" title="Aceites" qualifier="termos de uso e aviso de privacidade">
      <div className={styles.section}>
        <div className={styles.file}>
          <DownloadButtons
            formats={{ csv: 'Baixar os aceites' }}
            fetchFile={() => requestFile(exportConsents, {})}
            fileName={() => `consentimentos-${deviceToday()}.csv`}
          />
        </div>
        <Answer query={consents} rows={4} />
        {listed?.length === 0 && <EmptyState icon="users">Ninguém aceitou nada ainda.</EmptyState>}
        <ul className={rows.list} aria-label="Aceites">
          {listed?.map((consent) => (
            <ConsentRow key={consent.id} consent={consent} />
          ))}
        </ul>
        {consents.hasNextPage && (
          <Button
            variant="default"
            loading={consents.isFetchingNextPage}
            onClick={() => void consents.fetchNextPage()}
          >
            Mostrar mais
          </Button>
        )}
      </div>
    </Card>
  );
};

/** The processing record and the accepted terms (LGPD, arts. 8 and 37). */
export const PrivacyPage = () => (
  <AdminFrame title="Privacidade">
    <Consents />
    <Card tour="privacy-processing" title="Operações de tratamento" qualifier="LGPD, art. 37">
      <div className={styles.section}>
        <Button
          className={styles.file ?? ''}
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          onClick={() => saveFile(`tratamento-${deviceToday()}.csv`, processingFile())}
        >
          Baixar o registro
        </Button>
        <ProcessingList />
      </div>
    </Card>
  </AdminFrame>
);
