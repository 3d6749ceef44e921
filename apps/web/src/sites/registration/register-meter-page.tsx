import { Button } from '@mantine/core';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { useAddress } from '../../shared/api/use-address.ts';
import { ClaimField, MacField, tidyPastedMac, typedMacProblem } from '../../shared/boards/mac-field.tsx';
import { type BoardCheck, useBoardCheck } from '../../shared/boards/use-board-check.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { type FormBoard, MeterForm } from './meter-form.tsx';
import styles from './register-meter.module.css';

const HELP = 'Está na etiqueta da placa. Você pode colar o endereço, com ou sem separadores.';

const NOT_FOUND = {
  byMac:
    'Confira o endereço na etiqueta. Se estiver certo, a placa ainda não foi liberada: fale com o suporte.',
  byCode:
    'Confira o endereço e o código na etiqueta. Se estiverem certos, a placa ainda não foi liberada: fale com o suporte.',
};

const Verdict = ({ check, asksCode }: { check: BoardCheck; asksCode: boolean }) => {
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
          {asksCode ? NOT_FOUND.byCode : NOT_FOUND.byMac}
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
    case 'asks-code':
    case 'free':
      return null;
  }
};

/** The board of stage 1. The stage stays open while the code is typed, and closes when the MAC changes or is rejected. */
const useRecognizedBoard = (check: BoardCheck, typedMac: string): FormBoard | null => {
  const [recognized, setRecognized] = useState<string | null>(null);
  const found =
    check.state === 'free' ? check.board.mac : check.state === 'asks-code' ? check.mac : recognized;
  if (found !== recognized) setRecognized(found);
  if (check.state === 'free') return check.board;
  const isOpen = found !== null && found === normalizeMac(typedMac) && check.state !== 'refused';
  return isOpen ? { mac: found, type: null, model: null } : null;
};

/**
 * Stage 0 asks for the MAC, which a label's QR code puts into the address. Stage 1 opens below while that board is
 * available; where a claim code is required, it is the first field of stage 1.
 */
const RegisterMeter = () => {
  const [address] = useAddress();
  const [mac, setMac] = useState(() => tidyPastedMac(address.get('mac') ?? ''));
  const [code, setCode] = useState(() => address.get('code') ?? '');
  const { check, asksCode } = useBoardCheck(mac, code);
  const board = useRecognizedBoard(check, mac);
  const codeField = asksCode && <ClaimField value={code} onChange={setCode} />;
  const verdict = <Verdict check={check} asksCode={asksCode} />;
  return (
    <div className={styles.stages}>
      <div className={styles.stage} data-tour="register-mac">
        <MacField
          label="MAC Address"
          value={mac}
          onChange={setMac}
          description={board !== null ? 'Placa encontrada e livre.' : HELP}
          error={typedMacProblem(mac)}
          isChecking={check.state === 'running'}
        />
        {board === null && codeField}
        {board === null && verdict}
      </div>
      {board !== null && (
        <MeterForm
          key={board.mac}
          board={board}
          proof={
            codeField && (
              <>
                {codeField}
                {verdict}
              </>
            )
          }
        />
      )}
    </div>
  );
};

/** /registerBoard; read-only profiles are redirected to the meters. */
export const RegisterMeterPage = () => {
  if (!useMay('open-register-page')) return <Navigate to="/dashboard" replace />;
  return (
    <Page title="Cadastrar medidor" action={<TextLink to="/dashboard">Ver medidores</TextLink>}>
      <Card span={8}>
        <RegisterMeter />
      </Card>
    </Page>
  );
};
