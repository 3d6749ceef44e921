import type { StoredVariable } from '@nascente/contract/insight/independent-variables';
import type { ReadDayValues } from '@nascente/domain/insight/savings/day-values';
import { countedText } from '../../shared/counted-text.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { daysText, replacedDays, understoodText } from './variable-words.ts';
import styles from './variables.module.css';

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

/** What was understood of the file, what it replaces, and which of its lines are left out and why. */
export const FilePreview = ({ read, unit, stored }: FilePreviewProps) => {
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
