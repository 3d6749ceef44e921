import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FactorImport, importEmissionFactors } from '@nascente/contract/energy/emission-factors';
import { FACTOR_UNITS, type FactorUnit } from '@nascente/domain/energy/carbon/factor-file';
import { useState } from 'react';
import { useOutdate } from '../../../shared/api/api-client.ts';
import { upload } from '../../../shared/api/upload.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import group from '../../../shared/forms/fields/field-group.module.css';
import { FileInput } from '../../../shared/forms/fields/file-input.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import importing from '../import.module.css';
import { factorText, timeText } from './factor-texts.ts';
import styles from './factors.module.css';

const UNITS = [
  { value: '', label: 'A que o arquivo diz' },
  ...FACTOR_UNITS.map((unit) => ({ value: unit, label: unit })),
];

const Changes = ({ summary: { added, changed, unchanged, refused } }: { readonly summary: FactorImport }) => (
  <>
    <p>
      {countedText(added.length, 'novo', 'novos')}, {countedText(changed.length, 'alterado', 'alterados')},{' '}
      {unchanged} sem mudança.
    </p>
    <ul className={importing.conflicts} aria-label="O que muda">
      {added.map((factor) => (
        <li key={timeText(factor)}>
          {timeText(factor)}: {factorText(factor.kgPerKwh)} kg/kWh
        </li>
      ))}
      {changed.map(({ before, factor }) => (
        <li key={timeText(factor)}>
          {timeText(factor)}: {factorText(before)} → {factorText(factor.kgPerKwh)} kg/kWh
        </li>
      ))}
    </ul>
    {refused.length > 0 && (
      <Notice
        tone="warn"
        title={`${countedText(refused.length, 'linha fica', 'linhas ficam')} de fora do arquivo.`}
      >
        <ul className={importing.conflicts} aria-label="Linhas que ficam de fora">
          {refused.map(({ line, why }) => (
            <li key={`${line} ${why}`}>
              Linha {line}: {why}
            </li>
          ))}
        </ul>
      </Notice>
    )}
  </>
);

/** A file of factors: previewed, then stored as a whole. */
export const ImportCard = () => {
  const outdate = useOutdate();
  const [file, setFile] = useState<File | null>(null);
  const [year, setYear] = useState(String(new Date().getFullYear()));
  const [unit, setUnit] = useState<FactorUnit | ''>('');
  const [source, setSource] = useState('MCTI/SIRENE');
  const [isMissing, setMissing] = useState(false);
  const [summary, setSummary] = useState<FactorImport | null>(null);
  const { start, isSending, failure } = useSending(async (chosen: File, store: boolean) => {
    setSummary(null);
    const query = { year, source, ...(unit !== '' && { unit }), ...(store && { store: 'true' as const }) };
    setSummary((await upload(importEmissionFactors, chosen, { query })).summary);
    if (store) await outdate();
  });
  /** A preview holds for the choices that it was made with. */
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setSummary(null);
      set(value);
    };
  const isNew = summary !== null && summary.added.length + summary.changed.length > 0;
  return (
    <Card title="Importar arquivo" qualifier="um ano por arquivo, como o MCTI publica">
      <Form
        label="Arquivo de fatores"
        onSubmit={() => {
          setMissing(file === null);
          if (file !== null) void start(file, false);
        }}
      >
        <div className={group.fields}>
          <FileInput
            label="Arquivo"
            accept={['.csv', '.xlsx']}
            help="CSV ou XLSX com as colunas Mês e Fator, ou com os meses em colunas."
            error={isMissing ? importEmissionFactors.upload.texts.missing : null}
            onChoose={changing(setFile)}
          />
          <TextInput
            label="Ano do arquivo"
            inputMode="numeric"
            maxLength={4}
            value={year}
            onChange={({ currentTarget }) => changing(setYear)(currentTarget.value)}
          />
          <NativeSelect
            label="Unidade dos fatores"
            data={UNITS}
            value={unit}
            onChange={({ currentTarget }) => changing(setUnit)(currentTarget.value as FactorUnit | '')}
          />
          <TextInput
            label="Fonte"
            maxLength={200}
            value={source}
            onChange={({ currentTarget }) => changing(setSource)(currentTarget.value)}
          />
        </div>
        <FailureNotice failure={failure} />
        <FormActions submit="Ver o que muda" loading={isSending} />
      </Form>
      {summary !== null && (
        <div className={styles.result}>
          <Notice tone={summary.stored ? 'good' : 'info'} live>
            {summary.stored
              ? 'O arquivo foi importado.'
              : isNew
                ? 'Nada foi guardado ainda.'
                : 'Nada de novo no arquivo.'}
          </Notice>
          <Changes summary={summary} />
          {!summary.stored && isNew && file !== null && (
            <FormActions>
              <Button loading={isSending} onClick={() => void start(file, true)}>
                Importar fatores
              </Button>
            </FormActions>
          )}
        </div>
      )}
    </Card>
  );
};
