import type { SheetBoard, SheetFault } from '@nascente/domain/sites/boards/board-sheet';
import { countedText } from '../../../shared/counted-text.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { traitsText } from '../board-words.ts';
import styles from '../provision.module.css';
import type { Preview } from './use-sheet.ts';

const FAULTS_SHOWN = 100;
const BOARDS_SHOWN = 10;

const Faults = ({ faults }: { faults: readonly SheetFault[] }) => (
  <>
    <ul className={styles.faults} aria-label="Problemas da planilha">
      {faults.slice(0, FAULTS_SHOWN).map(({ line, msg }) => (
        <li key={`${line} ${msg}`}>
          <b>Linha {line}</b> <span>{msg}</span>
        </li>
      ))}
    </ul>
    {faults.length > FAULTS_SHOWN && (
      <p>e mais {countedText(faults.length - FAULTS_SHOWN, 'problema', 'problemas')}.</p>
    )}
  </>
);

const Boards = ({ boards }: { boards: readonly SheetBoard[] }) => (
  <>
    <ul className={styles.boards} aria-label="Placas da planilha">
      {boards.slice(0, BOARDS_SHOWN).map((board) => (
        <li key={board.mac}>
          <span>{board.mac}</span> <small>{traitsText(board)}</small>
        </li>
      ))}
    </ul>
    {boards.length > BOARDS_SHOWN && (
      <p>e mais {countedText(boards.length - BOARDS_SHOWN, 'placa', 'placas')}.</p>
    )}
  </>
);

const linesOf = (faults: readonly SheetFault[]): number => new Set(faults.map(({ line }) => line)).size;

/** What would be stored, or why nothing can be. */
export const SheetPreview = ({ preview: { name, boards, faults } }: { preview: Preview }) => (
  <div className={styles.preview}>
    {faults.length > 0 ? (
      <>
        <Notice
          tone="bad"
          live
          title={`${countedText(linesOf(faults), 'linha precisa', 'linhas precisam')} de correção.`}
        >
          Nada foi cadastrado: corrija {name} e escolha o arquivo de novo.
        </Notice>
        <Faults faults={faults} />
      </>
    ) : (
      <>
        <Notice
          tone="good"
          live
          title={`${countedText(boards.length, 'placa pronta', 'placas prontas')} para cadastrar.`}
        >
          Nenhum problema em {name}.
        </Notice>
        <Boards boards={boards} />
      </>
    )}
  </div>
);
