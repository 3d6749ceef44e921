import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import { uploadPast } from '@nascente/contract/past-imports';
import { useId, useState } from 'react';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { wordsOf } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './past.module.css';
import type { PastImporting } from './use-past-import.ts';

const HELP =
  'CSV com um instante por linha e o que foi medido em cada intervalo de até uma hora, ou o valor de um contador. Pode vir compactado (.gz).';

const Progress = ({ share }: { readonly share: number }) => (
  <div className={styles.progress}>
    <progress max={1} value={share} aria-label="Envio do arquivo" />
    <span>{share < 1 ? `Enviando: ${Math.floor(share * 100)}%` : 'Lendo o arquivo…'}</span>
  </div>
);

/** Which file; it is only looked at. */
export const FileCard = ({ importing }: { readonly importing: PastImporting }) => {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { send, isSending, share, failure, preview } = importing;
  return (
    <Card title="Novo arquivo">
      <Form
        label="Arquivo de dados passados"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(file === null);
          if (file !== null) void send(file);
        }}
      >
        <div className={styles.file}>
          <label htmlFor={id}>Arquivo</label>
          <input
            id={id}
            type="file"
            accept={[...uploadPast.upload.types, '.csv', '.txt', '.gz'].join(',')}
            aria-invalid={isMissing}
            aria-describedby={`${id}-help`}
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
          />
          <p id={`${id}-help`} data-wrong={isMissing}>
            {isMissing ? uploadPast.upload.words.missing : HELP}
          </p>
        </div>
        {failure && preview === null && (
          <Notice tone="bad" live>
            {wordsOf(failure)}
          </Notice>
        )}
        {isSending && preview === null && <Progress share={share} />}
        <FormActions>
          <Button type="submit" loading={isSending && preview === null}>
            Ver o que seria importado
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
