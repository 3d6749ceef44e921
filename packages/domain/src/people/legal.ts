/** Version of the terms and the privacy notice: the day of their last change. A consent refers to one version. */
export const LEGAL_VERSION = '2026-11-25';

export const legalDocuments = ['terms', 'privacy'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

const NAMES: Readonly<Record<LegalDocument, string>> = {
  terms: 'Termos de uso',
  privacy: 'Aviso de privacidade',
};

export function legalName(document: LegalDocument): string {
  return NAMES[document];
}

/** An entry of the record of processing (LGPD, art. 37): personal data, and their purpose. */
interface ProcessingActivity {
  readonly name: string;
  readonly data: string;
  readonly purpose: string;
  /** Legal basis: the article by which the processing is lawful. */
  readonly basis: string;
  readonly retention: string;
  readonly recipients: string;
}

const CONTRACT = 'Execução de contrato (LGPD, art. 7º, V)';
const INTEREST = 'Legítimo interesse (LGPD, art. 7º, IX)';

/** The record of processing, in Portuguese. */
export const PROCESSING: readonly ProcessingActivity[] = [
  {
    name: 'Conta',
    data: 'Nome, e-mail, senha (só o resumo criptográfico dela); se informados, nascimento, gênero e foto.',
    purpose: 'Saber quem usa o sistema e o que cada pessoa pode ver.',
    basis: CONTRACT,
    retention: 'Até a remoção da conta.',
    recipients: 'Administradores do sistema; de um cliente, também o gestor dele.',
  },
  {
    name: 'Registros de acesso e auditoria',
    data: 'Data e hora, endereço IP, navegador e o que foi feito.',
    purpose: 'Cumprir a lei e apurar abusos.',
    basis: 'Obrigação legal (LGPD, art. 7º, II; Marco Civil da Internet, art. 15)',
    retention: '6 meses, também depois da remoção da conta.',
    recipients: 'Administradores do sistema; autoridades, por ordem judicial.',
  },
  {
    name: 'Sessões, aparelhos e redes conhecidos',
    data: 'Onde a conta está conectada, e em que aparelhos e redes já entrou.',
    purpose: 'Avisar de entradas estranhas e conter quem tenta adivinhar a senha.',
    basis: INTEREST,
    retention: 'Até a troca da senha ou a remoção da conta.',
    recipients: 'Ninguém.',
  },
  {
    name: 'Estabelecimentos, contratos e contas',
    data: 'Nome, CNPJ, endereço, horários, equipamentos, contratos, contas e imagens delas.',
    purpose: 'Calcular consumo e faturas, e propor economias.',
    basis: CONTRACT,
    retention: 'Até a remoção da conta.',
    recipients:
      'Pessoas a quem o dono dá acesso; administradores. Consultas de CNPJ e CEP levam só o número a serviços públicos.',
  },
  {
    name: 'Medições',
    data: 'Leituras dos medidores de energia e água, e os totais delas.',
    purpose: 'Mostrar o consumo, agora e no passado.',
    basis: CONTRACT,
    retention: 'As leituras, pelo prazo configurado pelo operador; os totais, até a remoção da conta.',
    recipients: 'Pessoas a quem o dono dá acesso; administradores; sistemas que ele liga.',
  },
  {
    name: 'Avisos, relatórios e e-mails',
    data: 'E-mail, aparelhos que recebem notificações, preferências.',
    purpose: 'Avisar do que a pessoa pediu para saber, e do que protege a conta.',
    basis: CONTRACT,
    retention: 'Até a pessoa desligar o aviso ou remover a conta.',
    recipients: 'O provedor de e-mail e o serviço de notificações do navegador.',
  },
  {
    name: 'Chaves e integrações',
    data: 'Nome da chave, o que ela pode, quando foi usada.',
    purpose: 'Deixar programas da própria pessoa usarem o sistema.',
    basis: CONTRACT,
    retention: 'Até a pessoa revogar a chave ou remover a conta.',
    recipients: 'Os programas a que a pessoa entrega a chave.',
  },
  {
    name: 'Sugestões',
    data: 'O que a pessoa escreve ao suporte, e o e-mail dela.',
    purpose: 'Responder e melhorar o sistema.',
    basis: INTEREST,
    retention: 'Até a remoção da conta.',
    recipients: 'O suporte.',
  },
];
