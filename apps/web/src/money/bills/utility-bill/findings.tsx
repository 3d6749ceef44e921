import { Button } from '@mantine/core';
import type { Reconciliation } from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { useCopied } from '../../../shared/ui/use-copied.ts';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { reaisText } from '../page-frame/bill-words.ts';
import classes from './findings.module.css';

type Checked = Pick<Reconciliation, 'billed' | 'findings' | 'distributor'>;

/** The findings of a bill as a text for who has sent it; who sends it adds the number of the unit. */
export const complaintText = ({ billed, findings, distributor }: Checked): string => {
  const days = `${formatDay(civilDate(billed.start))} a ${formatDay(civilDate(billed.end))}`;
  const what = billed.type === 'water' ? 'água' : 'energia';
  const items = findings.map(
    ({ text, amount }, index) => `${index + 1}. ${text} Valor: ${reaisText(amount)}.`,
  );
  const total = sumReais(findings.map(({ amount }) => amount));
  return [
    distributor === null ? 'Prezados,' : `À ${distributor},`,
    '',
    `Peço a revisão da fatura de ${what} de ${days}, no valor de ${reaisText(billed.total)}, da unidade consumidora nº ____________.`,
    '',
    ...items,
    '',
    findings.length > 1 ? `Os valores apontados somam ${reaisText(total)}. ` : '',
    'Solicito a verificação, a devolução do que foi cobrado a mais e uma resposta por escrito.',
  ]
    .filter((line, index, all) => line !== '' || all[index - 1] !== '')
    .join('\n');
};

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
    <section className={classes.findings} aria-label="Conferência da fatura">
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
