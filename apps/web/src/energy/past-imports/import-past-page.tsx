import { listImports, type PastImport, undoImport, uploadPast } from '@nascente/contract/energy/past-imports';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { FileInput, UploadProgress } from '../../shared/forms/fields/file-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './past.module.css';
import { EVERYTHING, PastFrame, PastRow } from './past-frame.tsx';
import { momentText, quartersText, stateText } from './past-texts.ts';
import { PreviewCard } from './preview-card.tsx';
import { ReadingForm } from './reading-form.tsx';
import { type PastImporting, usePastImport } from './use-past-import.ts';

/** The polling interval during an import. */
const LOOK_EVERY_MS = 1_000;

const State = ({ one, board }: { readonly one: PastImport; readonly board: Board }) => {
  const { fileName, state, progress, summary } = one;
  const { name, tone } = stateText[state];
  return (
    <>
      <Tag tone={tone}>{name}</Tag>
      {state === 'running' && (
        <div className={styles.progress}>
          <progress max={1} value={progress} aria-label={`Importação de ${fileName}`} />
        </div>
      )}
      {summary?.start && summary.end && (
        <small>
          {quartersText(summary.addedQuarters)}, de {momentText(summary.start, board)} a{' '}
          {momentText(summary.end, board)}
        </small>
      )}
    </>
  );
};

/** Imports with progress and undo. */
const ImportsCard = ({ board, mac, mayEdit }: { board: Board; mac: string; mayEdit: boolean }) => {
  const queryClient = useQueryClient();
  const { ask, question } = useQuestion();
  const query = useQuery({
    ...queryFor(listImports, { params: { mac } }),
    refetchInterval: ({ state }) =>
      state.data?.imports.some((one) => one.state === 'running') ? LOOK_EVERY_MS : false,
  });
  const { data } = query;
  const imports = data?.imports;
  const done = imports?.filter(({ state }) => state === 'done').length;
  useEffect(() => {
    // Every other number of this meter includes the finished import.
    if (done)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'listImports' });
  }, [done, queryClient]);
  const askUndoing = ({ id, fileName }: PastImport) =>
    ask({
      title: 'Desfazer a importação?',
      confirm: 'Desfazer',
      text: (
        <p>
          Tudo o que veio de <b>{fileName}</b> deixa de contar, e só isso. Para tê-lo de volta, importe o
          arquivo outra vez.
        </p>
      ),
      call: () => request(undoImport, { params: { mac, id: String(id) } }),
      outdates: EVERYTHING,
      done: 'Importação desfeita.',
      tone: 'good',
      lastsMs: METER_AREA_MS,
    });
  return (
    <Card title="Importações">
      <Answer query={query} rest={<SkeletonBlock height={160} />} />
      {imports?.length === 0 && <EmptyState icon="meter">Nada foi importado para este medidor.</EmptyState>}
      <ul className={styles.rows} aria-label="Importações">
        {imports?.map((one) => (
          <PastRow
            key={one.id}
            name={one.fileName}
            entry={one}
            board={board}
            undoneBy="Desfeito por"
            undoLabel={`Desfazer a importação de ${one.fileName}`}
            onUndo={mayEdit && one.state !== 'undone' ? () => askUndoing(one) : null}
          >
            <State one={one} board={board} />
          </PastRow>
        ))}
      </ul>
      {question}
    </Card>
  );
};

const HELP =
  'CSV, texto, planilha (.xlsx), Green Button (.xml) ou NEM12, com intervalos de até uma hora ou o valor de um registrador. Pode vir compactado (.gz).';

/** Selects a file, which is only previewed. */
const FileCard = ({ importing }: { readonly importing: PastImporting }) => {
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { send, isSending, share, failure, preview } = importing;
  return (
    <Card title="Novo arquivo">
      <Form
        label="Arquivo de dados passados"
        onSubmit={() => {
          setMissing(file === null);
          if (file !== null) void send(file);
        }}
      >
        <FileInput
          label="Arquivo"
          accept={[...uploadPast.upload.types, '.csv', '.txt', '.gz', '.xlsx', '.xml']}
          help={HELP}
          error={isMissing ? uploadPast.upload.texts.missing : null}
          onChoose={setFile}
        />
        {preview === null && <FailureNotice failure={failure} />}
        {isSending && preview === null && <UploadProgress share={share} />}
        <FormActions submit="Ver o que seria importado" loading={isSending && preview === null} />
      </Form>
    </Card>
  );
};

const NewImport = ({ board, mac }: { readonly board: Board; readonly mac: string }) => {
  const importing = usePastImport(mac);
  const { preview } = importing;
  return (
    <>
      <FileCard importing={importing} />
      {preview && (
        <>
          <ReadingForm
            key={importing.number}
            preview={preview}
            importing={importing}
            isWater={board.type === 'water'}
          />
          <PreviewCard preview={preview} importing={importing} board={board} />
        </>
      )}
    </>
  );
};

export const ImportPastPage = () => {
  const mayEdit = useMay('edit-meter');
  return (
    <PastFrame title="Importar dados passados">
      {(board, mac) => (
        <>
          {mayEdit && <NewImport board={board} mac={mac} />}
          <ImportsCard board={board} mac={mac} mayEdit={mayEdit} />
        </>
      )}
    </PastFrame>
  );
};
