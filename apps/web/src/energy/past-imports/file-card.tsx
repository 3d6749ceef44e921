import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import { uploadPast } from '@nascente/contract/energy/past-imports';
import { useState } from 'react';
import { FileInput, UploadProgress } from '../../shared/forms/fields/file-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { wordsOf } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { PastImporting } from './use-past-import.ts';

const HELP =
  'CSV, texto, planilha (.xlsx), Green Button (.xml) ou NEM12, com intervalos de até uma hora ou o valor de um registrador. Pode vir compactado (.gz).';

/** Which file; it is only looked at. */
export const FileCard = ({ importing }: { readonly importing: PastImporting }) => {
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
        <FileInput
          label="Arquivo"
          accept={[...uploadPast.upload.types, '.csv', '.txt', '.gz', '.xlsx', '.xml']}
          help={HELP}
          error={isMissing ? uploadPast.upload.words.missing : null}
          onChoose={setFile}
        />
        {failure && preview === null && (
          <Notice tone="bad" live>
            {wordsOf(failure)}
          </Notice>
        )}
        {isSending && preview === null && <UploadProgress share={share} />}
        <FormActions>
          <Button type="submit" loading={isSending && preview === null}>
            Ver o que seria importado
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
