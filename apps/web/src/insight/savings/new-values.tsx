import { TextInput } from '@mantine/core';
import {
  listIndependentVariables,
  type StoredVariable,
  saveIndependentVariable,
} from '@nascente/contract/insight/independent-variables';
import { readSaving } from '@nascente/contract/insight/savings';
import type { VariableKind } from '@nascente/domain/energy/baseline/independent-variables';
import {
  type DayValue,
  type ReadDayValues,
  readDayValues,
} from '@nascente/domain/insight/savings/day-values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { countedText } from '../../shared/counted-text.ts';
import { FileInput } from '../../shared/forms/fields/file-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Hinted } from '../../shared/glossary/hinted.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { CELSIUS, daysText, replacedDays, understoodText, variableNames } from './variable-texts.ts';
import styles from './variables.module.css';

export const useVariableUpdates = (id: string) => {
  const queryClient = useQueryClient();
  return async (answer: unknown, text: string): Promise<void> => {
    queryClient.setQueryData([listIndependentVariables.name, { params: { id } }], answer);
    announce(text, { tone: 'good' });
    await queryClient.invalidateQueries({ queryKey: [readSaving.name] });
  };
};

interface EnteredValues {
  readonly kind: VariableKind;
  readonly unit: string;
  readonly values: readonly DayValue[];
}

const useSaveVariable = (id: string, onSaved: () => void) => {
  const notify = useVariableUpdates(id);
  return useSending(async ({ kind, unit, values }: EnteredValues) => {
    const body = { unit, values: [...values] };
    const answer = await request(saveIndependentVariable, { params: { id, kind }, body });
    onSaved();
    await notify(answer, 'Dias importados.');
  });
};

const LINES_SHOWN = 50;

const Refused = ({ refused }: Pick<ReadDayValues, 'refused'>) => (
  <>
    <ul className={styles.lines} aria-label="Linhas que ficam de fora">
      {refused.slice(0, LINES_SHOWN).map(({ line, why }) => (
        <li key={line}>
          <b>Linha {line}</b> {why}
        </li>
      ))}
    </ul>
    {refused.length > LINES_SHOWN && (
      <p className={styles.hint}>e mais {countedText(refused.length - LINES_SHOWN, 'linha', 'linhas')}.</p>
    )}
  </>
);

interface FilePreviewProps {
  readonly read: ReadDayValues;
  readonly unit: string;
  readonly stored: StoredVariable | undefined;
}

const FilePreview = ({ read, unit, stored }: FilePreviewProps) => {
  const { values, refused } = read;
  const replaced = replacedDays(values, stored);
  return (
    <section className={styles.stack} aria-label="Prévia">
      {values.length === 0 ? (
        <Notice tone="bad" live title="Nenhum dia foi entendido.">
          Confira se o arquivo tem um dia por linha, como no exemplo.
        </Notice>
      ) : (
        <Notice tone={refused.length === 0 ? 'good' : 'warn'} live>
          {understoodText(read, unit)}
          {replaced > 0 &&
            ` ${daysText(replaced)} já ${replaced === 1 ? 'tem' : 'têm'} valor: passa a valer o do arquivo.`}
          {refused.length > 0 && ` ${countedText(refused.length, 'linha fica', 'linhas ficam')} de fora.`}
        </Notice>
      )}
      {refused.length > 0 && <Refused refused={refused} />}
    </section>
  );
};

const KINDS = (['temperature', 'production'] as const).map((value) => ({
  value,
  text: variableNames[value],
}));
const EXAMPLES: Readonly<Record<VariableKind, string>> = {
  temperature: 'Dia;Temperatura média (°C)\n01/10/2026;23,5\n02/10/2026;24,1',
  production: 'Dia;Produção (t)\n01/10/2026;12,8\n02/10/2026;13,4',
};
const WHY: Readonly<Record<VariableKind, string>> = {
  temperature: 'Com ela, um mês mais frio não passa por economia, nem um mais quente por desperdício.',
  production: 'Com ela, um mês parado não passa por economia, nem um mais cheio por desperdício.',
};
const TERMS = ['variavel-independente', 'linha-de-base', 'faixa-da-economia'] as const;
const NO_UNIT = 'Diga a unidade, como t, peças ou refeições.';
const NO_FILE = 'Escolha um arquivo CSV.';

/** A file of daily values: it is parsed and previewed before it is saved. */
export const NewValues = ({ id, variables }: { id: string; variables: readonly StoredVariable[] }) => {
  const today = useToday(deviceZone());
  const [kind, setKind] = useState<VariableKind>('temperature');
  const [typedUnit, setUnit] = useState('');
  const [text, setText] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  // A file input can only be cleared by remounting it.
  const [field, setField] = useState(0);
  const { start, isSending, failure } = useSaveVariable(id, () => {
    setText(null);
    setTried(false);
    setField(field + 1);
  });
  const stored = variables.find((one) => one.kind === kind);
  const unit = kind === 'temperature' ? CELSIUS : (stored?.unit ?? typedUnit.trim());
  const read = text === null ? null : readDayValues(text, { kind, last: today });
  const values = read?.values ?? [];
  return (
    <Form
      label="Arquivo de dias"
      onSubmit={() => {
        setTried(true);
        if (values.length > 0 && unit !== '') void start({ kind, unit, values });
      }}
    >
      <div>
        <Segmented label="O que o arquivo tem" value={kind} options={KINDS} onChange={setKind} />
      </div>
      <div className={styles.hint}>
        <Hinted of="variável independente" terms={TERMS}>
          {WHY[kind]}
        </Hinted>
      </div>
      {kind === 'production' && stored === undefined && (
        <div className={styles.unit}>
          <TextInput
            label="Unidade da produção"
            maxLength={20}
            value={typedUnit}
            error={isTried && unit === '' && NO_UNIT}
            onChange={({ currentTarget: { value } }) => setUnit(value)}
          />
        </div>
      )}
      <pre className={styles.example}>{EXAMPLES[kind]}</pre>
      <FileInput
        key={field}
        label="Arquivo"
        accept={['.csv', '.txt', 'text/csv', 'text/plain']}
        help="CSV com um dia por linha: a data (dd/mm/aaaa ou aaaa-mm-dd) e o valor do dia."
        error={isTried && text === null ? NO_FILE : null}
        onChoose={(file) => {
          if (file === null) setText(null);
          else void file.text().then(setText);
        }}
      />
      {read !== null && <FilePreview read={read} unit={unit} stored={stored} />}
      <FormActions
        failure={failure}
        submit={values.length === 0 ? 'Importar' : `Importar ${daysText(values.length)}`}
        loading={isSending}
        disabled={read !== null && values.length === 0}
      />
    </Form>
  );
};
