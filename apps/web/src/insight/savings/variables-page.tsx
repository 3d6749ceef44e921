import { Button } from '@mantine/core';
import {
  listIndependentVariables,
  readIndependentVariable,
  removeIndependentVariable,
  type StoredVariable,
} from '@nascente/contract/insight/independent-variables';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useParams } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { isOfType } from '../../shared/api/api-failure.ts';
import { csvFile, saveFile } from '../../shared/api/save-file.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import { UnknownTarget } from '../../shared/unknown-target.tsx';
import { NewValues, useVariableUpdates } from './new-values.tsx';
import { daysText, intervalText, variableCsv, variableNames } from './variable-texts.ts';
import styles from './variables.module.css';

const GAPS_SHOWN = 5;

const Gaps = ({ gaps }: Pick<StoredVariable, 'gaps'>) => {
  if (gaps.length === 0) return null;
  const missing = gaps.reduce((sum, { days }) => sum + days, 0);
  return (
    <p className={styles.hint}>
      {missing === 1 ? 'Falta' : 'Faltam'} {daysText(missing)} entre eles:{' '}
      {gaps
        .slice(0, GAPS_SHOWN)
        .map(({ start, end }) => intervalText(start, end))
        .join('; ')}
      {gaps.length > GAPS_SHOWN && '…'}
    </p>
  );
};

interface StoredProps {
  readonly id: string;
  readonly variable: StoredVariable;
}

const useDownload = ({ id, variable: { kind } }: StoredProps) =>
  useSending(async () => {
    const { unit, values } = await request(readIndependentVariable, { params: { id, kind } });
    const name = kind === 'temperature' ? 'temperatura.csv' : 'producao.csv';
    saveFile(name, csvFile(variableCsv(kind, unit, values)));
  });

const Stored = (props: StoredProps) => {
  const { id, variable } = props;
  const { kind, unit, start, end, days, gaps, by, enteredAt } = variable;
  const download = useDownload(props);
  const notify = useVariableUpdates(id);
  const { ask, question } = useQuestion();
  const askRemoval = () =>
    ask({
      title: kind === 'temperature' ? 'Excluir a temperatura?' : 'Excluir a produção?',
      confirm: 'Excluir',
      text: (
        <p>
          As economias deste estabelecimento passam a ser medidas sem ela. Baixe o arquivo antes, se for
          preciso.
        </p>
      ),
      call: () => request(removeIndependentVariable, { params: { id, kind } }),
      after: (answer) => notify(answer, 'Dias excluídos.'),
    });
  const name = variableNames[kind];
  return (
    <li className={styles.stack}>
      <h3>
        {name} ({unit})
      </h3>
      <p>
        <b>{daysText(days)}</b>, {intervalText(start, end)}
      </p>
      <p className={styles.hint}>
        Importado em {formatDateTime(instant(Date.parse(enteredAt)), deviceZone())}, por{' '}
        {by ?? 'uma conta removida'}.
      </p>
      <Gaps gaps={gaps} />
      <FailureNotice failure={download.failure} />
      <div className={styles.acts}>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          loading={download.isSending}
          aria-label={`Baixar ${name}`}
          onClick={() => void download.start()}
        >
          Baixar
        </Button>
        <Button variant="default" aria-label={`Excluir ${name}`} onClick={askRemoval}>
          Excluir
        </Button>
      </div>
      {question}
    </li>
  );
};

const useFocusOnWhatIsLeft = (count: number) => {
  const left = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) left.current?.focus();
    before.current = count;
  }, [count]);
  return left;
};

const StoredVariables = ({ id, variables }: { id: string; variables: readonly StoredVariable[] }) => (
  <div ref={useFocusOnWhatIsLeft(variables.length)} tabIndex={-1}>
    {variables.length === 0 ? (
      <EmptyState icon="table">
        Nada foi importado. Com a temperatura ou a produção de cada dia, a economia é medida com menos dúvida.
      </EmptyState>
    ) : (
      <ul className={styles.rows} aria-label="O que já foi importado">
        {variables.map((variable) => (
          <Stored key={variable.kind} id={id} variable={variable} />
        ))}
      </ul>
    )}
  </div>
);

const Variables = ({ id }: { readonly id: string }) => {
  const query = useQuery(queryFor(listIndependentVariables, { params: { id } }));
  const { data, error } = query;
  const listed = useQuery(queryFor(listEstablishments, {}));
  const establishment = listed.data?.establishments.find(({ _id }) => _id === id);
  if (isOfType(error, 'not-found')) return <UnknownTarget />;
  return (
    <Page
      title="Temperatura e produção"
      overline={establishment === undefined ? <SkeletonLine width={14} /> : nameOf(establishment)}
      action={<TextLink to="/opportunities?lista=feitas">Ver economias</TextLink>}
    >
      {data === undefined && (
        <Card>
          <Answer query={query} rest={<SkeletonFields fields={3} />} />
        </Card>
      )}
      {data && (
        <>
          <Card title="Importar" span={7} tour="variables-new">
            <NewValues id={id} variables={data.variables} />
          </Card>
          <Card title="O que já está aqui" span={5} tour="variables-stored">
            <StoredVariables id={id} variables={data.variables} />
          </Card>
        </>
      )}
    </Page>
  );
};

/** /edit/establishment/:id/variables: influences on consumption beside the calendar; read-only profiles are redirected. */
export const VariablesPage = () => {
  const mayEditEstablishment = useMay('edit-establishment');
  const { id = '' } = useParams();
  if (!mayEditEstablishment) return <Navigate to="/home" replace />;
  return <Variables key={id} id={id} />;
};
