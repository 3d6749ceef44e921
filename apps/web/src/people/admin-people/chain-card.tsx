import { Button } from '@mantine/core';
import {
  type AuditFormat,
  type AuditProblem,
  type AuditVerification,
  exportAudit,
  verifyAudit,
} from '@nascente/contract/people/audit';
import { useMutation } from '@tanstack/react-query';
import { request, requestFile } from '../../shared/api/api-client.ts';
import { ApiFailure, NETWORK_MESSAGE } from '../../shared/api/api-failure.ts';
import { deviceDateTime, deviceToday } from '../../shared/device-time.ts';
import { DownloadButtons } from '../../shared/ui/download-buttons.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './audit.module.css';

const FORMATS: Readonly<Record<AuditFormat, string>> = { csv: 'CSV', jsonl: 'JSON, um por linha' };

const numberOf = (count: number) => count.toLocaleString('pt-BR');

const numbersOf = ({ number, upTo }: AuditProblem) =>
  number === upTo
    ? `O registro ${numberOf(number)}`
    : `Os registros de ${numberOf(number)} a ${numberOf(upTo)}`;

const TEXTS: Readonly<Record<AuditProblem['kind'], (isOne: boolean) => string>> = {
  changed: (isOne) => (isOne ? 'foi alterado' : 'foram alterados'),
  removed: (isOne) => (isOne ? 'foi removido' : 'foram removidos'),
  inserted: (isOne) => (isOne ? 'foi inserido depois' : 'foram inseridos depois'),
};

const problemText = (problem: AuditProblem) => {
  const { kind, number, upTo, at } = problem;
  const when = at === null ? '' : ` (diz ser de ${deviceDateTime(at)})`;
  return `${numbersOf(problem)} ${TEXTS[kind](number === upTo)}${when}.`;
};

const Head = ({ head }: Pick<AuditVerification, 'head'>) =>
  head === null ? null : (
    <p className={styles.head}>
      Último elo: <b>{numberOf(head.number)}</b>
      <code>{head.hash}</code>
      <small>Anote-o fora do sistema: mais tarde, ele prova que ninguém refez a cadeia.</small>
    </p>
  );

const Verdict = ({ found }: { found: AuditVerification }) => {
  const { isIntact, events, since, waiting, problems, problemCount, head } = found;
  if (events === 0)
    return <Notice live>Nenhum registro foi encadeado ainda: isso acontece a cada minuto.</Notice>;
  const looked = `${numberOf(events)} ${events === 1 ? 'registro conferido' : 'registros conferidos'}${since === null ? '' : `, desde ${deviceDateTime(since)}`}`;
  return (
    <>
      <Notice tone={isIntact ? 'good' : 'bad'} live>
        {isIntact
          ? `A cadeia está inteira: nada foi alterado, removido ou inserido. ${looked}.`
          : `A cadeia não está inteira: ${problemCount === 1 ? 'há 1 problema' : `há ${numberOf(problemCount)} problemas`}. ${looked}.`}
      </Notice>
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label="Problemas da cadeia">
          {problems.map((problem) => (
            <li key={`${problem.kind} ${problem.number}`}>{problemText(problem)}</li>
          ))}
        </ul>
      )}
      {waiting > 0 && (
        <p>
          {waiting === 1
            ? '1 registro recente ainda não foi encadeado.'
            : `${numberOf(waiting)} registros recentes ainda não foram encadeados.`}
        </p>
      )}
      <Head head={head} />
    </>
  );
};

// A dropped connection fails with the browser's message.
const textOfFailure = (failure: Error) => (failure instanceof ApiFailure ? failure.message : NETWORK_MESSAGE);

export const ChainCard = () => {
  const verification = useMutation({ mutationFn: () => request(verifyAudit, {}) });
  return (
    <Card tour="audit-chain" title="Cadeia" qualifier="cada registro leva o hash do anterior">
      <div className={styles.chain}>
        <p>
          Quem mudar, apagar ou inserir um registro no banco de dados quebra a cadeia, e isso aparece aqui.
        </p>
        <div className={styles.acts}>
          <Button loading={verification.isPending} onClick={() => verification.mutate()}>
            Conferir a cadeia
          </Button>
          <DownloadButtons
            formats={FORMATS}
            fetchFile={(format) => requestFile(exportAudit, { query: { format } })}
            fileName={(format) => `auditoria-${deviceToday()}.${format}`}
          />
        </div>
        {verification.isError && (
          <Notice tone="bad" live>
            {textOfFailure(verification.error)}
          </Notice>
        )}
        {verification.data && <Verdict found={verification.data} />}
      </div>
    </Card>
  );
};
