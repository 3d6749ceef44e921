import type { TourName } from './tour-names.ts';
import { step, type TourStep } from './tour-step.ts';

type AdminTour = Extract<
  TourName,
  | 'people'
  | 'upgrades'
  | 'audit'
  | 'privacy'
  | 'mailbox'
  | 'status'
  | 'boards'
  | 'new-boards'
  | 'board'
  | 'tariffs'
  | 'new-tariff'
  | 'flags'
  | 'factors'
  | 'tariff-import'
  | 'tariff'
>;

const PEOPLE_TABS = step(
  'people-tabs',
  'Tudo sobre as pessoas',
  'As contas, os pedidos de perfil de gestor e o que foi feito em cada conta. O número diz quantos pedidos esperam.',
);
const TARIFF_TABS = step(
  'tariffs-tabs',
  'Preços e bandeiras',
  'As tarifas cadastradas, a bandeira de cada mês, os fatores de emissão e a importação do arquivo da ANEEL.',
);

export const ADMIN_TOURS: Readonly<Record<AdminTour, readonly TourStep[]>> = {
  people: [
    PEOPLE_TABS,
    step('people-search', 'Encontrar alguém', 'Busque por nome, e-mail ou CNPJ, ou escolha um perfil.'),
    step(
      'people-list',
      'Uma conta por linha',
      'Toque nela para mudar o perfil, indicar o parceiro que a trouxe ou desativar a conta.',
    ),
  ],
  upgrades: [
    PEOPLE_TABS,
    step(
      'upgrades-list',
      'Quem quer ser gestor',
      'Um gestor dá a clientes o acesso a medidores. Ao aprovar, o perfil vale na mesma hora.',
    ),
  ],
  audit: [
    step('audit-filter', 'O que procurar', 'Mostre só um tipo de acontecimento, como entradas recusadas.'),
    step('audit-list', 'Quem fez o quê', 'Cada linha diz o que aconteceu, quem fez, quando e de onde.'),
    step(
      'audit-chain',
      'Nada some',
      'Confira se alguém mexeu nos registros depois, e baixe todos eles em um arquivo.',
    ),
  ],
  privacy: [
    PEOPLE_TABS,
    step(
      'privacy-consents',
      'Quem aceitou o quê',
      'Os aceites de todas as contas, com data, lugar e versão.',
    ),
    step('privacy-processing', 'O registro da LGPD', 'O que o sistema trata e por quê, pronto para baixar.'),
  ],
  mailbox: [
    PEOPLE_TABS,
    step(
      'mailbox-list',
      'Os e-mails que não saíram',
      'Sem um servidor de e-mail configurado, as mensagens ficam aqui. Toque em uma para ler.',
    ),
  ],
  status: [
    step(
      'status-parts',
      'Se algo parou, aparece aqui',
      'Cada parte do servidor e se ela responde agora. A página se atualiza sozinha.',
    ),
    step(
      'status-work',
      'O que espera para ser feito',
      'Relatórios, e-mails e o fechamento dos dias. O normal é nada esperar por mais de alguns minutos.',
    ),
  ],
  boards: [
    step(
      'boards-search',
      'Encontrar uma placa',
      'Busque pelo MAC, pelo dono ou pelo estabelecimento, ou por situação.',
    ),
    step(
      'boards-list',
      'Todas as placas',
      'Onde está cada uma e quando enviou a última mensagem. Toque para ver tudo sobre ela.',
    ),
    step('boards-new', 'Novas placas', 'Cadastre uma por vez, ou muitas de uma planilha.'),
  ],
  'new-boards': [
    step('new-boards-way', 'Uma ou muitas', 'Digite os dados de uma placa, ou envie uma planilha CSV.'),
    step(
      'new-boards-form',
      'Chaves e códigos',
      'Depois de cadastrar, a chave e o código de cada placa aparecem uma única vez: baixe ou imprima.',
    ),
  ],
  board: [
    step('board-facts', 'A situação', 'O que é a placa, onde está instalada e como está a conexão.'),
    step('board-acts', 'Manutenção', 'Troque a chave ou o código, libere a placa ou retire-a do inventário.'),
    step('board-adapter', 'Como ela fala', 'Em que forma a placa envia as leituras, com um teste na hora.'),
    step('board-refusals', 'O que foi recusado', 'As mensagens que não puderam ser lidas, e por quê.'),
    step('board-installations', 'Por onde passou', 'Os locais em que esta placa já mediu.'),
  ],
  tariffs: [
    TARIFF_TABS,
    step(
      'tariffs-search',
      'Encontrar uma tarifa',
      'Busque pela distribuidora, pelo subgrupo ou pela classe.',
    ),
    step('tariffs-list', 'Uma tarifa por linha', 'Toque nela para ver os preços de cada vigência.'),
    step('tariffs-new', 'Uma nova tarifa', 'Cadastre os preços à mão, como estão na resolução.'),
  ],
  'new-tariff': [
    TARIFF_TABS,
    step(
      'new-tariff-form',
      'A tarifa e os preços',
      'Diga de quem é a tarifa, a partir de quando vale e quanto custa. A modalidade decide quais preços pedir.',
    ),
  ],
  flags: [
    TARIFF_TABS,
    step(
      'flags-months',
      'A bandeira de cada mês',
      'Toque em um mês para dizer a bandeira e o adicional dele.',
    ),
  ],
  factors: [
    TARIFF_TABS,
    step(
      'factors-missing',
      'O que falta publicar',
      'Informe aqui os fatores que saíram, um a um, ou importe o arquivo do ano.',
    ),
  ],
  'tariff-import': [
    TARIFF_TABS,
    step(
      'import-file',
      'O arquivo da ANEEL',
      'Envie o arquivo de tarifas homologadas: antes de gravar, você vê o que ele mudaria.',
    ),
  ],
  tariff: [
    step('tariff-versions', 'Os preços', 'Cada vigência com os preços dela. A mais nova vem primeiro.'),
    step('tariff-about', 'Sobre a tarifa', 'De quem é, de onde vêm os preços e quem a usa.'),
  ],
};
