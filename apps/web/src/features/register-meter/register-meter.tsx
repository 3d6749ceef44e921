import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { MacField } from '../../shared/boards/mac-field.tsx';
import { MAC_WORDS, macProblem } from '../../shared/boards/mac-text.ts';
import { type BoardCheck, useBoardCheck } from '../../shared/boards/use-board-check.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { MeterForm } from './meter-form.tsx';
import styles from './register-meter.module.css';

const HELP = 'Está na etiqueta da placa. Você pode colar o endereço, com ou sem separadores.';

/** While it is typed only what can no longer become a MAC is said. */
const problemOf = (typed: string): string | null => {
  const problem = macProblem(typed);
  if (problem === MAC_WORDS.missing) return null;
  return problem === MAC_WORDS.format && typed.length < 17 ? null : problem;
};

const Verdict = ({ check }: { check: BoardCheck }) => {
  switch (check.state) {
    case 'refused':
      return (
        <Notice tone="bad" live>
          {check.msg}
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="warn" live title="Placa não encontrada.">
          Confira o endereço na etiqueta. Se estiver certo, a placa ainda não foi liberada: fale com o
          suporte.
        </Notice>
      );
    case 'failed':
      return (
        <Notice
          tone="bad"
          live
          action={
            <Button variant="default" onClick={check.retry}>
              Tentar novamente
            </Button>
          }
        >
          {check.msg}
        </Notice>
      );
    case 'idle':
    case 'running':
    case 'free':
      return null;
  }
};

/** Stage 0 asks for the MAC; stage 1 opens below it as long as that board exists and is free. */
export const RegisterMeter = () => {
  const [mac, setMac] = useState('');
  const check = useBoardCheck(mac);
  const isFree = check.state === 'free';
  return (
    <div className={styles.stages}>
      <div className={styles.stage} data-tour="register-mac">
        <MacField
          label="MAC Address"
          value={mac}
          onChange={setMac}
          description={isFree ? 'Placa encontrada e livre.' : HELP}
          error={problemOf(mac)}
          isChecking={check.state === 'running'}
        />
        <Verdict check={check} />
      </div>
      {isFree && <MeterForm key={check.board.mac} board={check.board} />}
    </div>
  );
};
