import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Loader.css';
import { importTariffs } from '@nascente/contract/sites/tariff-import';
import { useState } from 'react';
import group from '../../shared/forms/fields/field-group.module.css';
import { FileInput, UploadProgress } from '../../shared/forms/fields/file-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { wordsOf } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ImportResult } from './import-result.tsx';
import { TariffsFrame } from './tariffs-frame.tsx';
import { type Import, useImport } from './use-import.ts';

const FileForm = ({
  run,
  share,
  isSending,
  failure,
}: Pick<Import, 'run' | 'share' | 'isSending' | 'failure'>) => {
  const [file, setFile] = useState<File | null>(null);
  const [since, setSince] = useState(`${new Date().getFullYear() - 1}-01-01`);
  const [isMissing, setMissing] = useState(false);
  return (
    <Form
      label="Arquivo da ANEEL"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(file === null);
        if (file !== null) void run(file, since);
      }}
    >
      <div className={group.fields}>
        <FileInput
          label="Arquivo"
          accept={[...importTariffs.upload.types, '.csv', '.gz', '.json']}
          help="CSV de dadosabertos.aneel.gov.br: tarifas homologadas, acionamento ou adicional das bandeiras."
          error={isMissing ? importTariffs.upload.words.missing : null}
          onChoose={setFile}
        />
        <TextInput
          type="date"
          label="Vigências que terminam a partir de"
          description="As encerradas antes disso ficam de fora. Em branco, todas entram."
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
      </div>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      {isSending && <UploadProgress share={share} />}
      <FormActions>
        <Button type="submit" loading={isSending}>
          Ver o que seria importado
        </Button>
      </FormActions>
    </Form>
  );
};

/** A file of ANEEL: looked at first, then stored as a whole or for chosen distributors. */
export const ImportPage = () => {
  const importing = useImport();
  const { summary } = importing;
  return (
    <TariffsFrame title="Importar tarifas">
      <Card title="Arquivo da ANEEL" tour="import-file">
        <FileForm {...importing} />
      </Card>
      {summary && <ImportResult key={importing.looked} importing={importing} summary={summary} />}
    </TariffsFrame>
  );
};
