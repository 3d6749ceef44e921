import { Button } from '@mantine/core';
import { type Consent, giveConsent, listConsents, withdrawConsent } from '@nascente/contract/people/consents';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { LEGAL_VERSION, type LegalDocument, legalDocuments, legalName } from '@nascente/domain/people/legal';
import { useQuery } from '@tanstack/react-query';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { deviceDateTime } from '../../shared/device-time.ts';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { ProcessingList } from '../../shared/legal/processing-list.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './own-data.module.css';

const consentsQuery = queryFor(listConsents, {});

const versionOf = (version: string) => `versão de ${formatDay(civilDate(version))}`;

const standing = (consents: readonly Consent[], document: LegalDocument) =>
  consents.find((one) => one.document === document && one.withdrawnAt === null);

const State = ({ consent }: { consent: Consent | undefined }) => {
  if (consent === undefined) return <Tag tone="warn">Não aceito</Tag>;
  if (consent.version !== LEGAL_VERSION) return <Tag tone="warn">Há uma versão nova</Tag>;
  return <Tag tone="good">Aceito</Tag>;
};

const History = ({ consents }: { consents: readonly Consent[] }) =>
  consents.map(({ id, version, acceptedAt, device, address, withdrawnAt }) => (
    <small key={id}>
      {versionOf(version)}, aceita em {deviceDateTime(acceptedAt)} no {device} ({address})
      {withdrawnAt !== null && `, retirada em ${deviceDateTime(withdrawnAt)}`}
    </small>
  ));

interface DocumentRowProps {
  document: LegalDocument;
  consents: readonly Consent[];
  isSending: boolean;
  onGive: () => void;
  onWithdraw: () => void;
}

const DocumentRow = ({ document, consents, isSending, onGive, onWithdraw }: DocumentRowProps) => {
  const consent = standing(consents, document);
  const name = legalName(document);
  const isCurrent = consent?.version === LEGAL_VERSION;
  return (
    <li>
      <div className={rows.about}>
        <span className={rows.tags}>
          <b>{name}</b>
          <State consent={consent} />
        </span>
        <History consents={consents.filter((one) => one.document === document)} />
      </div>
      <Button
        variant="subtle"
        size="sm"
        disabled={isSending}
        aria-label={isCurrent ? `Retirar: ${name}` : `Aceitar: ${name}`}
        onClick={isCurrent ? onWithdraw : onGive}
        {...(isCurrent && { color: 'bad' })}
      >
        {isCurrent ? 'Retirar' : 'Aceitar'}
      </Button>
    </li>
  );
};

const ConsentsCard = () => {
  const consents = useQuery(consentsQuery);
  const { ask, question } = useQuestion();
  const refresh = useOutdate(listConsents);
  const giving = useSending(async (document: LegalDocument) => {
    await request(giveConsent, { body: { document, version: LEGAL_VERSION } });
    await refresh();
    announce('Aceite registrado.', { tone: 'good' });
  });
  const askWithdrawal = (document: LegalDocument) =>
    ask({
      title: `Retirar o aceite: ${legalName(document)}?`,
      confirm: 'Retirar',
      text: <p>Fica registrado que você retirou. Para que os seus dados sejam apagados, remova a conta.</p>,
      call: () => request(withdrawConsent, { params: { document } }),
      outdates: [consentsQuery.queryKey],
      done: 'Aceite retirado.',
    });
  return (
    <Card tour="own-data-consents" title="O que você aceitou">
      <div className={styles.section}>
        <TextLink to="/legal">Ler os termos e o aviso de privacidade</TextLink>
        <Answer query={consents}>
          {(answer) => (
            <ul className={classNames(rows.list, rows.acts)} aria-label="O que você aceitou">
              {legalDocuments.map((document) => (
                <DocumentRow
                  key={document}
                  document={document}
                  consents={answer.consents}
                  isSending={giving.isSending}
                  onGive={() => void giving.start(document)}
                  onWithdraw={() => askWithdrawal(document)}
                />
              ))}
            </ul>
          )}
        </Answer>
        {giving.failure && (
          <p className={styles.failure} role="alert">
            {labelOf(giving.failure)}
          </p>
        )}
      </div>
      {question}
    </Card>
  );
};

/** Rights by law: consents, held data and purposes (LGPD, arts. 8, 9 and 18). */
export const OwnDataPage = () => (
  <Page title="Meus dados">
    <ConsentsCard />
    <Card tour="own-data-processing" title="O que guardamos" qualifier="e por quê">
      <div className={styles.section}>
        <ProcessingList />
        <TextLink to="/account">Baixar ou remover os meus dados</TextLink>
      </div>
    </Card>
  </Page>
);
