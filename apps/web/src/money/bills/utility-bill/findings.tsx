import { Button } from '@mantine/core';
import type { Reconciliation } from '@nascente/contract/money/utility-bills';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { useCopied } from '../../../shared/ui/use-copied.ts';
import { reaisText } from '../page-frame/bill-words.ts';
import { complaintText } from './complaint.ts';
import classes from './findings.module.css';

type FindingKind = Reconciliation['findings'][number]['kind'];

const kindNames: Readonly<Record<FindingKind, string>> = {
  energy: 'Consumo que o medidor não viu',
  demand: 'Demanda acima da medida',
  period: 'Dias de outro período',
  overlap: 'Dias cobrados duas vezes',
  flag: 'Bandeira errada',
  'old-price': 'Preço de versão antiga',
  'old-taxes': 'Alíquotas antigas',
  'tax-base': 'Tributo sobre base errada',
  discount: 'Desconto esquecido',
  twice: 'Linha repetida',
  unexplained: 'Diferença sem explicação',
};

/** The text for the distributor: copied by a button, and marked where the browser does not let a page copy. */
const Complaint = ({ text }: { readonly text: string }) => {
  const { field, isCopied, copy } = useCopied<HTMLTextAreaElement>(text);
  return (
    <>
      <textarea
        ref={field}
        className={classes.text}
        aria-label="Texto para a distribuidora"
        value={text}
        rows={Math.min(text.split('\n').length + 4, 16)}
        readOnly
      />
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={18} />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copiado' : 'Copiar texto'}
        </Button>
        <p role="status" className={classes.said}>
          {isCopied && 'Texto copiado.'}
        </p>
      </div>
    </>
  );
};

/** What a bill charges and should not, each with its amount, and a text that asks the distributor to look at it. */
export const Findings = ({
  reconciliation,
}: {
  readonly reconciliation: Pick<Reconciliation, 'billed' | 'findings' | 'distributor'>;
}) => {
  const { findings } = reconciliation;
  if (findings.length === 0) return null;
  return (
    <section className={classes.findings} aria-label="Conferência da conta">
      <h3 className={classes.heading}>
        {findings.length === 1 ? 'Um ponto a contestar' : `${findings.length} pontos a contestar`}
      </h3>
      <ul className={classes.list}>
        {findings.map(({ kind, amount, text }) => (
          <li key={kind + text}>
            <span>
              <strong>{kindNames[kind]}</strong>
              <small>{text}</small>
            </span>
            <span className={classes.amount}>{reaisText(amount)}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary>Texto para a distribuidora</summary>
        <Complaint text={complaintText(reconciliation)} />
      </details>
    </section>
  );
};
