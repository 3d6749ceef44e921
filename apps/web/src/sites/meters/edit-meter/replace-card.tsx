import { Button } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { useState } from 'react';
import { modelWords, typeWords } from '../../../shared/boards/board-words.ts';
import { ClaimField } from '../../../shared/boards/claim-field.tsx';
import { MacField } from '../../../shared/boards/mac-field.tsx';
import { MAC_WORDS, macProblem } from '../../../shared/boards/mac-text.ts';
import { type FreeBoard, useBoardCheck } from '../../../shared/boards/use-board-check.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import styles from './meter-section.module.css';
import { ReplaceDialog } from './replace-dialog.tsx';

const kindOf = ({ type, model }: Pick<FreeBoard, 'type' | 'model'>): string =>
  type === 'water' ? typeWords(type) : modelWords(model).toLowerCase();

const isSameKind = (board: Board, fresh: FreeBoard): boolean =>
  fresh.type === board.type && fresh.model === board.model;

const NOT_FOUND = {
  byMac: 'Placa não encontrada: confira o endereço na etiqueta.',
  byCode: 'Placa não encontrada: confira o endereço e o código na etiqueta.',
};

/** What stands in the way of a typed MAC, or null. */
const problemOf = (
  typed: string,
  { check, asksCode }: ReturnType<typeof useBoardCheck>,
  board: Board,
): string | null => {
  const problem = macProblem(typed);
  if (problem === MAC_WORDS.missing || (problem === MAC_WORDS.format && typed.length < 17)) return null;
  if (problem !== null) return problem;
  if (check.state === 'unknown') return asksCode ? NOT_FOUND.byCode : NOT_FOUND.byMac;
  if (check.state === 'refused' || check.state === 'failed') return check.msg;
  if (check.state === 'free' && !isSameKind(board, check.board))
    return `Esta placa é de outro tipo: a nova precisa ser igual à atual (${kindOf(board)}).`;
  return null;
};

/** A broken board is exchanged: the meter goes on where it is. */
export const ReplaceCard = ({ board }: { readonly board: Board }) => {
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<FreeBoard | null>(null);
  const { check, asksCode } = useBoardCheck(typed, code);
  const fresh = check.state === 'free' && isSameKind(board, check.board) ? check.board : null;
  return (
    <Card tour="edit-meter-replace" title="Trocar placa">
      <div className={styles.section}>
        <p>Placa com defeito? A nova continua este medidor, com o mesmo histórico e no mesmo local.</p>
        <MacField
          label="MAC da placa nova"
          value={typed}
          onChange={setTyped}
          error={problemOf(typed, { check, asksCode }, board)}
          isChecking={check.state === 'running'}
          {...(fresh && { description: 'Placa encontrada e livre.' })}
        />
        {asksCode && <ClaimField value={code} onChange={setCode} />}
        <Button variant="default" disabled={fresh === null} onClick={() => setAsked(fresh)}>
          Trocar placa
        </Button>
      </div>
      {asked !== null && <ReplaceDialog board={board} fresh={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
};
