import { Button } from '@mantine/core';
import type { FileReadingJson, ImportPreview } from '@nascente/contract/energy/past-imports';
import { useState } from 'react';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { wordsOf } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { withoutAnswered } from './answered-questions.ts';
import { ColumnFields } from './column-fields.tsx';
import { FileFields } from './file-fields.tsx';
import styles from './past.module.css';
import { Sample } from './sample-table.tsx';
import { TimeFields } from './time-fields.tsx';
import type { PastImporting } from './use-past-import.ts';

interface ReadingFormProps {
  readonly preview: ImportPreview;
  readonly importing: PastImporting;
  readonly isWater: boolean;
}

/** The mapping of the file, as it was detected and as a person changes it. */
export const ReadingForm = ({ preview, importing, isWater }: ReadingFormProps) => {
  const [reading, setReading] = useState<FileReadingJson>(preview.reading);
  const replace = (next: FileReadingJson) => setReading((current) => withoutAnswered(current, next));
  const set = (change: Partial<FileReadingJson>) => replace({ ...reading, ...change });
  const { change, isSending, failure } = importing;
  const { columns, sample } = preview;
  const isUnknown = preview.reading.timeColumn === null || preview.reading.values.length === 0;
  return (
    <Form
      label="Como o arquivo é lido"
      onSubmit={(event) => {
        event.preventDefault();
        void change(reading);
      }}
    >
      <Card title="1. Arquivo">
        <div className={styles.stack}>
          <FileFields {...preview} reading={reading} onChange={set} />
          <Sample columns={columns} sample={sample} />
        </div>
      </Card>
      <Card title="2. Colunas">
        <div className={styles.stack}>
          {isUnknown && (
            <Notice tone="warn">
              Não reconhecemos uma coluna de data e hora e outra de valores. Diga o que é cada coluna e leia
              de novo.
            </Notice>
          )}
          <ColumnFields
            reading={reading}
            columns={columns}
            sample={sample}
            isWater={isWater}
            onChange={replace}
          />
          <TimeFields reading={reading} isWater={isWater} onChange={set} />
          {failure && (
            <Notice tone="bad" live>
              {wordsOf(failure)}
            </Notice>
          )}
          <div className={styles.actions}>
            <FormActions>
              <Button type="submit" variant="default" loading={isSending}>
                Ler de novo
              </Button>
            </FormActions>
          </div>
        </div>
      </Card>
    </Form>
  );
};
