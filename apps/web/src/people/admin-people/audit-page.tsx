import { Button } from '@mantine/core';
import { type AuditAction, auditActions } from '@nascente/contract/base/audit-actions';
import { type AuditEvent, readAuditTrail } from '@nascente/contract/people/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { deviceDateTime } from '../../shared/device-time.ts';
import { Filter, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ShowMore } from '../../shared/ui/page/show-more.tsx';
import { AdminFrame } from './admin-frame.tsx';
import styles from './audit.module.css';
import { detailTexts } from './audit-details.ts';
import { ChainCard } from './chain-card.tsx';

const actionTexts: Readonly<Record<AuditAction, string>> = {
  'signed-in': 'Entrou',
  'sign-in-failed': 'Tentativa de entrada recusada',
  'sign-in-paused': 'Muitas tentativas de entrar',
  'sign-in-unusual': 'Entrada em aparelho e rede novos',
  'sign-in-denied': 'Entrada negada pelo dono da conta',
  'sessions-ended': 'Sessões encerradas',
  'credentials-removed': 'Chaves, links e avisos removidos',
  'password-changed': 'Senha alterada',
  'second-step-added': 'Verificação em duas etapas ativada',
  'second-step-ended': 'Verificação em duas etapas desativada',
  'passkey-added': 'Chave de acesso adicionada',
  'passkey-removed': 'Chave de acesso removida',
  'passkey-copied': 'Chave de acesso recusada por suspeita de cópia',
  'provider-linked': 'Conta ligada à conta da empresa',
  'provider-account-made': 'Conta criada pela conta da empresa',
  'second-step-reset': 'Verificação em duas etapas desativada pelo administrador',
  'recovery-codes-renewed': 'Códigos de reserva trocados',
  'recovery-code-used': 'Código de reserva usado para entrar',
  'api-key-created': 'Chave de API criada',
  'integration-created': 'Integração criada',
  'integration-revoked': 'Integração revogada',
  'link-created': 'Link criado',
  'link-revoked': 'Link revogado',
  'api-key-limited': 'Limite de chave de API alterado',
  'api-key-revoked': 'Chave de API revogada',
  'account-changed': 'Conta alterada',
  'consent-given': 'Termo aceito',
  'consent-withdrawn': 'Aceite retirado',
  'account-exported': 'Dados exportados',
  'audit-exported': 'Auditoria exportada',
  'account-removed': 'Conta removida',
  'account-disabled': 'Conta desativada',
  'account-enabled': 'Conta ativada',
  'profile-changed': 'Perfil alterado',
  'partner-changed': 'Parceiro da conta alterado',
  'partner-logo-changed': 'Logotipo de parceiro alterado',
  'upgrade-requested': 'Perfil de gestor solicitado',
  'upgrade-approved': 'Pedido de gestor aprovado',
  'upgrade-refused': 'Pedido de gestor recusado',
  'client-user-created': 'Cliente cadastrado',
  'client-user-changed': 'Cliente alterado',
  'client-user-removed': 'Cliente removido',
  'client-invited': 'Cliente convidado',
  'invitation-withdrawn': 'Convite cancelado',
  'boards-provisioned': 'Placas provisionadas',
  'continuity-limits-saved': 'Limites de interrupções salvos',
  'outage-judged': 'Interrupção classificada',
  'readings-excluded': 'Leituras desconsideradas',
  'readings-restored': 'Correção desfeita',
  'leak-judged': 'Aviso de vazamento encerrado',
  'opportunity-decided': 'Oportunidade decidida',
  'note-written': 'Anotação escrita',
  'note-removed': 'Anotação removida',
  'saving-change-added': 'Mudança registrada em uma economia',
  'saving-change-ended': 'Fim de uma mudança registrado',
  'saving-change-removed': 'Mudança retirada de uma economia',
  'variable-saved': 'Temperatura ou produção importada',
  'variable-removed': 'Temperatura ou produção excluída',
  'budget-saved': 'Meta alterada',
  'alert-acknowledged': 'Aviso assumido por alguém',
  'alert-reopened': 'Aviso devolvido à lista',
  'webhook-added': 'Sistema próprio ligado aos avisos',
  'webhook-removed': 'Sistema próprio desligado dos avisos',
  'alert-rule-added': 'Regra de aviso criada',
  'alert-rule-changed': 'Regra de aviso alterada',
  'alert-rule-removed': 'Regra de aviso removida',
  'alert-setting-changed': 'Regra de aviso de um estabelecimento alterada',
  'leak-verdict-withdrawn': 'Aviso de vazamento reaberto',
  'past-imported': 'Dados passados importados',
  'import-undone': 'Importação desfeita',
  'board-changed': 'Placa alterada',
  'board-removed': 'Placa removida',
  'device-key-rotated': 'Chave de placa trocada',
  'claim-code-rotated': 'Código de placa trocado',
  'claim-codes-guessed': 'Muitos códigos de placa errados',
  'board-released': 'Placa liberada',
  'boards-assigned': 'Placas atribuídas',
  'establishment-created': 'Estabelecimento cadastrado',
  'establishment-completed': 'Cadastro de estabelecimento concluído',
  'establishment-changed': 'Estabelecimento alterado',
  'establishment-removed': 'Estabelecimento removido',
  'meter-installed': 'Medidor instalado',
  'meter-changed': 'Medidor alterado',
  'meter-moved': 'Medidor movido de estabelecimento',
  'board-replaced': 'Placa de medidor substituída',
  'meter-removed': 'Medidor removido',
  'verdict-changed': 'Leitura de registrador reclassificada',
  'group-created': 'Grupo criado',
  'group-changed': 'Grupo alterado',
  'group-removed': 'Grupo removido',
  'contract-saved': 'Contrato de fornecimento salvo',
  'contract-removed': 'Contrato de fornecimento removido',
  'reading-dates-saved': 'Datas de leitura salvas',
  'bill-closed': 'Fatura fechada',
  'utility-bill-entered': 'Conta da concessionária lançada',
  'utility-bill-changed': 'Conta da concessionária alterada',
  'utility-bill-removed': 'Conta da concessionária removida',
  'irec-lot-added': 'Lote de I-REC lançado',
  'irec-lot-removed': 'Lote de I-REC removido',
  'tariff-saved': 'Preços de tarifa cadastrados',
  'tariff-corrected': 'Preços de tarifa corrigidos',
  'tariff-version-removed': 'Vigência de tarifa excluída',
  'tariffs-imported': 'Arquivo da ANEEL importado',
  'clock-set-back': 'Relógio do servidor voltou atrás',
  'flag-set': 'Bandeira tarifária definida',
  'vat-period-saved': 'Regra de CBS e IBS salva',
  'vat-period-removed': 'Regra de CBS e IBS removida',
  'cosip-table-saved': 'Tabela da COSIP salva',
  'cosip-table-removed': 'Tabela da COSIP removida',
  'emission-factor-saved': 'Fator de emissão salvo',
  'emission-factor-removed': 'Fator de emissão removido',
  'emission-factors-imported': 'Arquivo de fatores de emissão importado',
};

type Somebody = AuditEvent['actor'];

const nameOf = (somebody: Somebody) =>
  somebody === null ? 'alguém sem conta' : (somebody.email ?? 'conta removida');

const AuditRow = ({ event }: { event: AuditEvent }) => {
  const { at, action, actor, subject, address, device, detail } = event;
  const text = detailTexts(detail);
  const isAboutAnother = subject !== null && subject._id !== actor?._id;
  return (
    <li className={styles.event}>
      <time dateTime={at}>{deviceDateTime(at)}</time>
      <span className={styles.what}>
        <b>{actionTexts[action]}</b>
        {text.length > 0 && <small>{text.join(' · ')}</small>}
      </span>
      <span className={styles.who}>
        <span>{nameOf(actor)}</span>
        {isAboutAnother && <small>sobre {nameOf(subject)}</small>}
      </span>
      <small className={styles.where}>
        <span>{device}</span> <span>{address}</span>
      </small>
    </li>
  );
};

interface Sought {
  action: AuditAction | null;
  account: string | null;
}

const useTrail = ({ action, account }: Sought) =>
  useInfiniteQuery({
    queryKey: [readAuditTrail.name, action, account],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      request(
        readAuditTrail,
        {
          query: {
            limit: '50',
            ...(action !== null && { action }),
            ...(account !== null && { account }),
            ...(pageParam !== null && { before: pageParam }),
          },
        },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });

const Filters = ({ action, account }: Sought) => {
  const [, change] = useAddress();
  return (
    <div className={styles.filters} data-tour="audit-filter">
      <Filter
        label="O que aconteceu"
        all="Tudo o que aconteceu"
        options={optionsOf(actionTexts, auditActions)}
        value={action}
        onChange={(acao) => change({ acao })}
      />
      {account !== null && (
        <Button variant="default" onClick={() => change({ conta: null })}>
          Mostrar todas as contas
        </Button>
      )}
    </div>
  );
};

const AuditTrail = () => {
  const [address] = useAddress();
  const named = address.get('acao');
  const sought = {
    action: auditActions.find((one) => one === named) ?? null,
    account: address.get('conta'),
  };
  const trail = useTrail(sought);
  const events = trail.data?.pages.flatMap((page) => page.events);
  return (
    <Card title="Auditoria" qualifier={sought.account === null ? 'últimos seis meses' : 'desta conta'}>
      <Filters {...sought} />
      <Answer query={trail} rows={6} />
      {events?.length === 0 && <EmptyState icon="history">Nada foi registrado.</EmptyState>}
      <ol aria-label="Registros de auditoria" data-tour="audit-list">
        {events?.map((event) => (
          <AuditRow key={event.id} event={event} />
        ))}
      </ol>
      <ShowMore pages={trail} />
    </Card>
  );
};

export const AuditPage = () => (
  <AdminFrame title="Auditoria">
    <AuditTrail />
    <ChainCard />
  </AdminFrame>
);
