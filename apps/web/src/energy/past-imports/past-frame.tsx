import { Button } from '@mantine/core';
import type { PastImport } from '@nascente/contract/energy/past-imports';
import type { Board } from '@nascente/contract/sites/meters';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { ReactNode } from 'react';
import { MeterGate } from '../../shared/meter-gate.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonFields, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import styles from './past.module.css';
import { byText, momentText } from './past-texts.ts';

/** Every other number of the meter. */
export const EVERYTHING = [[]];

interface PastFrameProps {
  readonly title: string;
  readonly children: (board: Board, mac: Mac) => ReactNode;
}

export const PastFrame = ({ title, children }: PastFrameProps) => (
  <MeterGate
    title={title}
    skeleton={
      <Page title={title} overline={<SkeletonLine width={14} />}>
        <Card>
          <Loading>
            <SkeletonFields fields={3} />
          </Loading>
        </Card>
      </Page>
    }
  >
    {(board, mac) => (
      <Page
        title={title}
        overline={board.Alias}
        action={<TextLink to={`/meter/${mac}`}>Ver medidor</TextLink>}
      >
        {children(board, mac)}
      </Page>
    )}
  </MeterGate>
);

interface PastRowProps {
  readonly name: string;
  readonly entry: Pick<PastImport, 'by' | 'date' | 'undone'>;
  readonly board: Board;
  /** 'Desfeita por' or 'Desfeito por'. */
  readonly undoneBy: string;
  readonly undoLabel: string;
  /** Null where it cannot be undone. */
  readonly onUndo: (() => void) | null;
  /** Its state. */
  readonly children: ReactNode;
}

/** A correction or an import, with its author, its state and its undo. */
export const PastRow = ({ name, entry, board, undoneBy, undoLabel, onUndo, children }: PastRowProps) => (
  <li className={styles.row}>
    <div>
      <b>{name}</b>
      <small>
        {byText(entry.by)}, em {momentText(entry.date, board)}
      </small>
    </div>
    <div>
      {children}
      {entry.undone && (
        <small>
          {undoneBy} {byText(entry.undone.by)}, em {momentText(entry.undone.date, board)}
        </small>
      )}
    </div>
    {onUndo !== null && (
      <Button variant="default" aria-label={undoLabel} onClick={onUndo}>
        Desfazer
      </Button>
    )}
  </li>
);
