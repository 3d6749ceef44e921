import { Button } from '@mantine/core';
import type { Board } from '@nascente/contract/meters';
import type { ImportPreview, PastImportSummary } from '@nascente/contract/past-imports';
import { formatNumber } from '@nascente/domain/units/format';
import { countedText } from '../../shared/counted-text.ts';
import { FormActions } from '../../shared/forms/form.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Stat, StatList } from '../../shared/ui/stat-list.tsx';
import styles from './past.module.css';
import { momentText, quartersText, sumsText, verdictNames } from './past-words.ts';
import type { PastImporting } from './use-past-import.ts';

const Sample = ({ columns, sample }: Pick<ImportPreview, 'columns' | 'sample'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <section className={styles.table} aria-label="Primeiras linhas do arquivo" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((name, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
            <th key={column} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a text have no other name.
          <tr key={row}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Problems = ({
  summary: { refusals, verdicts, duplicates },
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
    {verdicts.map(({ verdict, steps }) => (
      <li key={verdict}>
        <b>{countedText(steps, 'passo', 'passos')}</b> do contador: {verdictNames[verdict] ?? verdict}
      </li>
    ))}
    {duplicates.quarters > 0 && (
      <li>
        <b>{quartersText(duplicates.quarters)}</b> já existem e ficam como estão:{' '}
        {duplicates.stretches
          .slice(0, 5)
          .map(({ start, end }) => `${momentText(start, board)} a ${momentText(end, board)}`)
          .join('; ')}
        {duplicates.stretches.length > 5 && '…'}
      </li>
    )}
  </ul>
);

/** What would be imported, and what not. */
export const PreviewCard = ({
  preview,
  importing,
  board,
}: {
  readonly preview: ImportPreview;
  readonly importing: PastImporting;
  readonly board: Board;
}) => {
  const { reading, summary, columns, sample } = preview;
  const { start, end, addedQuarters } = summary;
  return (
    <Card title="Prévia">
      <div className={styles.stack}>
        <StatList>
          <Stat label="Entra">{sumsText(summary.added, reading.values)}</Stat>
          <Stat label="No arquivo">{sumsText(summary.total, reading.values)}</Stat>
          <Stat label="Quartos de hora novos">{formatNumber(addedQuarters, 0)}</Stat>
          <Stat label="Linhas aceitas">
            {formatNumber(summary.takenRows, 0)} de {formatNumber(summary.rows, 0)}
          </Stat>
        </StatList>
        {start !== null && end !== null && (
          <p className={styles.hint}>
            De {momentText(start, board)} a {momentText(end, board)}, no horário do medidor.
          </p>
        )}
        <Problems summary={summary} board={board} />
        <Sample columns={columns} sample={sample} />
        {addedQuarters === 0 ? (
          <Notice tone="warn">Nada deste arquivo seria importado. Confira como ele é lido.</Notice>
        ) : (
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
