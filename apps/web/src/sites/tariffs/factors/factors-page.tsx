import { Button } from '@mantine/core';
import {
  type EmissionFactorJson,
  listEmissionFactors,
  removeEmissionFactor,
} from '@nascente/contract/energy/emission-factors';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import rows from '../../../shared/ui/marks/list-rows.module.css';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { StepButtons } from '../../../shared/ui/step-buttons.tsx';
import { useQuestion } from '../../../shared/ui/use-question.tsx';
import { TariffsFrame } from '../tariffs-frame.tsx';
import { type EditedFactor, FactorDialog } from './factor-dialog.tsx';
import { factorText, timeText } from './factor-texts.ts';
import styles from './factors.module.css';
import { ImportCard } from './import-card.tsx';

interface EditProps {
  readonly onEdit: (edited: EditedFactor) => void;
}

interface FactorsProps extends EditProps {
  readonly factors: readonly EmissionFactorJson[];
}

/** The factors of one year, newest first. */
const FactorsCard = ({ factors, onEdit }: FactorsProps) => {
  const { ask, question } = useQuestion();
  const years = [...new Set(factors.map((factor) => factor.year))];
  const [chosen, setChosen] = useState<number | null>(null);
  const at = chosen === null ? 0 : Math.max(0, years.indexOf(chosen));
  const year = years[at];
  const step = (to: number | undefined) => (to === undefined ? null : () => setChosen(to));
  const askRemoval = (factor: EmissionFactorJson) =>
    ask({
      title: `Remover o fator (${timeText(factor)})?`,
      confirm: 'Remover',
      text: <p>O que dependia dele passa a usar a média do ano, ou a do último ano publicado.</p>,
      call: () =>
        request(removeEmissionFactor, {
          params: { year: String(factor.year), month: factor.month === null ? 'mean' : String(factor.month) },
        }),
      // Emissions of all establishments follow from it.
      outdates: [[]],
      done: 'Fator removido.',
    });
  return (
    <Card
      title="Fatores de emissão"
      terms={['fator-de-emissao', 'carbono']}
      qualifier="kg de CO₂ por kWh da rede"
      action={
        <StepButtons
          {...(year !== undefined && { label: String(year) })}
          previous="Ano anterior"
          next="Próximo ano"
          onPrevious={step(years[at + 1])}
          onNext={step(years[at - 1])}
        />
      }
    >
      <ul className={`${rows.list} ${rows.acts}`} aria-label="Fatores de emissão">
        {factors
          .filter((factor) => factor.year === year)
          .map((factor) => (
            <li key={timeText(factor)}>
              <div className={rows.about}>
                <b>{timeText(factor)}</b>
                <small>
                  {factor.month === null ? 'média do ano' : 'média do mês'} · {factor.source}
                </small>
              </div>
              <span className={styles.factor}>{factorText(factor.kgPerKwh)}</span>
              <IconButton icon="edit" label={`Alterar: ${timeText(factor)}`} onClick={() => onEdit(factor)} />
              <IconButton
                icon="trash"
                label={`Remover: ${timeText(factor)}`}
                onClick={() => askRemoval(factor)}
              />
            </li>
          ))}
      </ul>
      <Button variant="default" onClick={() => onEdit({})}>
        Acrescentar fator
      </Button>
      {question}
    </Card>
  );
};

interface MissingProps extends EditProps {
  readonly missing: readonly Pick<EmissionFactorJson, 'year' | 'month'>[];
}

const MissingCard = ({ missing, onEdit }: MissingProps) => (
  <Card
    tour="factors-missing"
    title="Fatores que faltam"
    qualifier={missing.length === 0 ? 'nenhum' : countedText(missing.length, 'fator', 'fatores')}
  >
    <p className={styles.note}>
      {missing.length === 0
        ? 'Todos os meses que já terminaram têm fator.'
        : 'Enquanto um fator falta, vale a média do último ano publicado, e as emissões aparecem como provisórias. Escolha um para informar.'}
    </p>
    <ul className={styles.missing} aria-label="Fatores que faltam">
      {missing.map((time) => (
        <li key={timeText(time)}>
          <Button
            variant="default"
            aria-label={`Informar o fator: ${timeText(time)}`}
            onClick={() => onEdit(time)}
          >
            {timeText(time)}
          </Button>
        </li>
      ))}
    </ul>
  </Card>
);

/** Emission factors of the grid, which an Admin enters or imports when they are published. */
export const FactorsPage = () => {
  const query = useQuery(queryFor(listEmissionFactors, {}));
  const [edited, setEdited] = useState<EditedFactor | null>(null);
  return (
    <TariffsFrame title="Fatores de emissão">
      <Answer query={query} rows={8}>
        {({ factors, missing }) => (
          <>
            <MissingCard missing={missing} onEdit={setEdited} />
            <FactorsCard factors={factors} onEdit={setEdited} />
          </>
        )}
      </Answer>
      <ImportCard />
      {edited !== null && <FactorDialog edited={edited} onClose={() => setEdited(null)} />}
    </TariffsFrame>
  );
};
