import { Button } from '@mantine/core';
import { Sparkline } from '@nascente/charts/sparkline';
import type { ImportPreview, PastImportSummary } from '@nascente/contract/energy/past-imports';
import type { Board } from '@nascente/contract/sites/meters';
import { formatKwh, formatNumber } from '@nascente/domain/base/units/format';
import { PAST_PERIODS } from '@nascente/domain/energy/past-imports/file-reading';
import { countedText } from '../../shared/counted-text.ts';
import { FormActions } from '../../shared/forms/form.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { TableHead } from '../../shared/ui/marks/table-head.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './past.module.css';
import { amountText, momentText, periodNames, quartersText, sumsText, verdictNames } from './past-texts.ts';
import type { PastImporting } from './use-past-import.ts';

const Problems = ({
  summary: { refusals, ignored, verdicts, duplicates },
  board,
}: {
  readonly summary: PastImportSummary;
  readonly board: Board;
}) => (
  <ul className={styles.named} aria-label="O que fica de fora">
    {refusals.map(({ reason, msg, rows, lines }) => (
      <li key={reason}>
        <b>{countedText(rows, 'linha', 'linhas')}</b>: {msg} (linha {lines.join(', ')}
        {rows > lines.length && '…'})
      </li>
    ))}
    {ignored.map(({ reason, msg, rows }) => (
      <li key={reason}>
        <b>{countedText(rows, 'linha', 'linhas')}</b>: {msg}
      </li>
    ))}
    {verdicts.map(({ verdict, steps }) => (
      <li key={verdict}>
        <b>{countedText(steps, 'passo', 'passos')}</b> do registrador: {verdictNames[verdict] ?? verdict}
      </li>
    ))}
    {duplicates.quarters > 0 && (
      <li>
        <b>{quartersText(duplicates.quarters)}</b> já existem e ficam como estão:{' '}
        {duplicates.intervals
          .slice(0, 5)
          .map(({ start, end }) => `${momentText(start, board)} a ${momentText(end, board)}`)
          .join('; ')}
        {duplicates.intervals.length > 5 && '…'}
      </li>
    )}
  </ul>
);

const Questions = ({
  preview: { questions, reading },
  importing,
}: {
  readonly preview: ImportPreview;
  readonly importing: PastImporting;
}) => (
  <>
    {questions.map(({ about, msg, candidates }) => (
      <fieldset key={about} className={styles.question}>
        <legend>{msg}</legend>
        {about === 'pulse' && <p className={styles.hint}>Diga em '2. Colunas' e leia de novo.</p>}
        {candidates.map((each) => (
          <Button
            key={each.label}
            variant="default"
            disabled={importing.isSending}
            onClick={() => void importing.change(each.reading)}
          >
            <span>
              {each.label}: <b>{sumsText(each.total, [...reading.values, ...each.reading.values])}</b>
            </span>
          </Button>
        ))}
      </fieldset>
    ))}
  </>
);

const Periods = ({
  periods: { file, tariff },
}: {
  readonly periods: NonNullable<ImportPreview['periods']>;
}) => (
  <table className={styles.periods}>
    <caption className={styles.hint}>
      Consumo por posto. Quem decide o preço é o horário da tarifa do estabelecimento.
    </caption>
    <TableHead columns={['Posto', 'No arquivo', 'Pela tarifa']} />
    <tbody>
      {PAST_PERIODS.filter((period) => file[period] + tariff[period] > 0).map((period) => (
        <tr key={period}>
          <th scope="row">{periodNames[period]}</th>
          <td>{formatKwh(file[period], 3)}</td>
          <td>{formatKwh(tariff[period], 3)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Facts = ({ summary, board }: { readonly summary: PastImportSummary; readonly board: Board }) => {
  const { start, end, highest, days, gaps, intervalMinutes } = summary;
  return (
    <>
      {start !== null && end !== null && (
        <p className={styles.hint}>
          De {momentText(start, board)} a {momentText(end, board)}, no horário do medidor, de{' '}
          {intervalMinutes} em {intervalMinutes} minutos.
        </p>
      )}
      {highest && (
        <p className={styles.hint}>
          {board.type === 'water' ? 'Maior volume em um quarto de hora: ' : 'Maior demanda: '}
          <b>
            {formatNumber(highest.demand, 3)} {board.type === 'water' ? 'm³' : 'kW'}
          </b>
          , em {momentText(highest.start, board)}.
        </p>
      )}
      {days.length > 1 && (
        <figure className={styles.curve}>
          <Sparkline values={days.map(({ total }) => total)} height={48} filled />
          <figcaption className={styles.hint}>
            Por dia: de {amountText(Math.min(...days.map(({ total }) => total)), board)} a{' '}
            {amountText(Math.max(...days.map(({ total }) => total)), board)}.
          </figcaption>
        </figure>
      )}
      {gaps.quarters > 0 && (
        <p className={styles.hint}>
          Faltam {quartersText(gaps.quarters)} no arquivo:{' '}
          {gaps.intervals
            .slice(0, 5)
            .map((gap) => `${momentText(gap.start, board)} a ${momentText(gap.end, board)}`)
            .join('; ')}
          {gaps.intervals.length > 5 && '…'}
        </p>
      )}
    </>
  );
};

interface PreviewCardProps {
  readonly preview: ImportPreview;
  readonly importing: PastImporting;
  readonly board: Board;
}

export const PreviewCard = ({ preview, importing, board }: PreviewCardProps) => {
  const { reading, summary, questions } = preview;
  const { addedQuarters } = summary;
  return (
    <Card title="3. Resultado">
      <div className={styles.stack}>
        <Questions preview={preview} importing={importing} />
        <StatList>
          <Stat label="Entra">{sumsText(summary.added, reading.values)}</Stat>
          <Stat label="No arquivo">{sumsText(summary.total, reading.values)}</Stat>
          <Stat label="Quartos de hora novos">{formatNumber(addedQuarters, 0)}</Stat>
          <Stat label="Linhas aceitas">
            {formatNumber(summary.takenRows, 0)} de {formatNumber(summary.rows, 0)}
          </Stat>
        </StatList>
        {summary.estimatedQuarters > 0 && (
          <p className={styles.hint}>
            {quartersText(summary.estimatedQuarters)} são estimados: contam nos totais, e não como medidos.
          </p>
        )}
        {preview.periods && <Periods periods={preview.periods} />}
        <Facts summary={summary} board={board} />
        <Problems summary={summary} board={board} />
        {addedQuarters === 0 && (
          <Notice tone="warn">Nada deste arquivo seria importado. Confira como ele é lido.</Notice>
        )}
        {addedQuarters > 0 && questions.length > 0 && (
          <Notice tone="warn">Responda à pergunta acima para importar.</Notice>
        )}
        {addedQuarters > 0 && questions.length === 0 && (
          <div className={styles.actions}>
            <FormActions>
              <Button loading={importing.isSending} onClick={() => void importing.store()}>
                Importar {quartersText(addedQuarters)}
              </Button>
            </FormActions>
          </div>
        )}
      </div>
    </Card>
  );
};
