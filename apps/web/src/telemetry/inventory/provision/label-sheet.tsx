import type { LabelledBoard } from '@nascente/contract/telemetry/inventory';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { QrCode } from '../../../shared/ui/marks/qr-code.tsx';
import { claimLink } from './board-secrets-file.ts';
import styles from './label-sheet.module.css';

interface LabelSheetProps {
  readonly boards: readonly LabelledBoard[];
  readonly onPrinted: () => void;
}

/** Labels to be stuck on boards or packed with them: never their keys. Printed at once, and then gone. */
export const LabelSheet = ({ boards, onPrinted }: LabelSheetProps) => {
  useEffect(() => {
    window.print();
    onPrinted();
  }, [onPrinted]);
  return createPortal(
    <div className={styles.sheet} aria-hidden>
      {boards.map((board) => (
        <div key={board.mac} className={styles.label}>
          <QrCode text={claimLink(board.link)} label={`QR code da placa ${board.mac}`} />
          <p>
            <span>MAC</span>
            <b>{board.mac}</b>
            <span>Código</span>
            <b>{board.code}</b>
          </p>
        </div>
      ))}
    </div>,
    document.body,
  );
};
