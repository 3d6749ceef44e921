import type { TourName } from './tour-names.ts';
import { step, type TourStep, UNIT } from './tour-step.ts';

export const MONEY_TOURS: Readonly<
  Record<
    Extract<
      TourName,
      | 'budgets'
      | 'budget'
      | 'portfolio'
      | 'opportunities'
      | 'bill'
      | 'reports'
      | 'groups'
      | 'group'
      | 'apportionment'
      | 'carbon'
      | 'flow'
      | 'variables'
    >,
    readonly TourStep[]
  >
> = {
  portfolio: [
    step(
      'portfolio-sum',
      'Todos de uma vez',
      'O que os ciclos de agora devem custar, somados. Os botões mostram só os que pedem um olhar.',
    ),
    step(
      'portfolio-map',
      'Onde se gasta',
      'Cada quadrado é um estado, mais forte onde o gasto é maior. Toque nele para ver só os de lá.',
    ),
    step(
      'portfolio-filters',
      'Achar e filtrar',
      'Busque pelo nome ou pela cidade, ou escolha um estado ou uma atividade.',
    ),
    step(
      'portfolio-table',
      'Lado a lado',
      'Toque no título de uma coluna para ordenar por ela. A última diz quem foge do normal entre os parecidos.',
    ),
  ],
  opportunities: [
    step(
      'opportunities-sum',
      'Quanto dá para economizar',
      'A soma do que ainda está a fazer, em um ano, em todos os seus estabelecimentos.',
    ),
    step(
      'place-tabs',
      'A fazer e feitas',
      'Depois de feita, a economia passa para Resultados, que mostra quanto ela já rendeu.',
    ),
    step(
      'opportunities-list',
      'O que fazer',
      'O que mais economiza vem primeiro. As três bolinhas dizem o quanto se tem certeza, e o que foi medido abre embaixo.',
    ),
    step(
      'opportunities-acts',
      'Decida',
      'Diga se vai fazer, se já fez ou por que não serve. Quem acompanha o estabelecimento vê o que você decidiu.',
    ),
  ],
  budgets: [
    step(
      'budgets-list',
      'Os ciclos de agora',
      'Cada barra é uma meta: o que já foi usado, e a marca de onde dias assim costumam estar. O que vai passar vem primeiro.',
    ),
    step(
      'budgets-new',
      'Planejar',
      'Escolha um estabelecimento ou um grupo e diga quanto cada ciclo deve gastar.',
    ),
  ],
  budget: [
    step('budget-year', 'O ano', 'Escolha o ano, e se a meta é em R$, em kWh ou em m³.'),
    step(
      'budget-fill',
      'De uma vez',
      'Ponha o mesmo valor em todos, ou copie o ano passado com alguns por cento a mais ou a menos.',
    ),
    step(
      'budget-months',
      'Cada ciclo',
      'Um valor para cada ciclo, pelo mês em que ele começa. Em branco, fica sem meta.',
    ),
  ],
  bill: [
    step(
      'place-tabs',
      'Tudo sobre a fatura',
      'O valor de agora, a tarifa que sairia mais barata, o contrato e a conferência com a fatura que chegou.',
    ),
    step('bill-cycle', 'De um ciclo a outro', 'Pelas setas você volta às faturas dos ciclos anteriores.'),
    step(
      'bill-lines',
      'Linha por linha',
      'Cada valor que compõe a fatura. Somados, eles dão o total, e o que falta saber está escrito acima deles.',
    ),
    step('bill-measured', 'O que foi medido', 'A energia do ciclo por horário, como a fatura a conta.'),
    step(
      'bill-basis',
      'De onde vêm os valores',
      'A tarifa, o contrato e os medidores usados. Se algo estiver errado, corrija o contrato.',
    ),
  ],
  reports: [
    step(
      'reports-list',
      'Guardados para você',
      'Cada linha é um relatório pronto, em PDF e em Excel. Se leituras atrasadas ou preços o mudarem, ele é refeito e diz o que mudou.',
    ),
    step(
      'reports-new',
      'Fazer agora',
      'De um estabelecimento, de um grupo ou de todos, por mês ou por semana. Você acompanha enquanto ele é feito.',
    ),
    step(
      'reports-subscriptions',
      'Vêm sozinhos',
      'Escolha quais são feitos na manhã depois de cada período, e quais chegam também por e-mail.',
    ),
  ],
  groups: [
    UNIT,
    step('groups-period', 'O período', 'Sem escolher dias, cada grupo soma o ciclo até agora.'),
    step(
      'groups-list',
      'Medidores reunidos',
      'Cada linha soma os medidores de um grupo. Toque nela para ver quanto é de cada um.',
    ),
    step(
      'groups-new',
      'Um novo grupo',
      'Reúna os medidores de um setor ou de um inquilino e, se quiser, dê um vencimento ao grupo.',
    ),
  ],
  group: [
    step('group-total', 'O grupo inteiro', 'O que todos os medidores do grupo somam no período.'),
    step('group-meters', 'De quem é', 'Quanto cada medidor pesa no total. Toque em um deles para abri-lo.'),
    step(
      'group-apportion',
      'Ratear a fatura',
      'Divida a fatura do estabelecimento entre os grupos ou entre os medidores.',
    ),
    step('group-edit', 'Mudar o grupo', 'Inclua e retire medidores: o que já foi contado continua no grupo.'),
  ],
  apportionment: [
    step(
      'apportionment-list',
      'A parte de cada um',
      'O total é dividido pelo consumo. O restante é o que ninguém mediu e o que não depende do consumo.',
    ),
    step(
      'apportionment-how',
      'Como dividir',
      'Por medidor ou por grupo, no ciclo ou em outros dias. Com a fatura em mãos, digite o total dela.',
    ),
    step(
      'apportionment-save',
      'Levar para a planilha',
      'Baixe a divisão em um arquivo, uma parte por linha.',
    ),
  ],
  variables: [
    step(
      'variables-new',
      'De cada dia',
      'Traga a temperatura média ou a produção de cada dia em um arquivo. Antes de importar, você vê o que foi entendido e o que fica de fora.',
    ),
    step(
      'variables-stored',
      'O que já está aqui',
      'De quando a quando, e os dias que faltam. Daqui você baixa ou exclui.',
    ),
  ],
  carbon: [
    step(
      'carbon-year',
      'Os dois métodos',
      'O CO₂ de cada mês pela média da rede e, ao lado, descontados os certificados.',
    ),
    step(
      'carbon-lots',
      'Os certificados',
      'Lance os I-REC que sua empresa usou e veja quanto ainda pode abater.',
    ),
  ],
  flow: [
    step('flow-choices', 'Quando', 'No período escolhido, ou agora mesmo, pelas mensagens dos medidores.'),
    step(
      'flow-chart',
      'Da rede a cada medidor',
      'A largura de cada faixa diz quanto passa ali. O que sobra do medidor geral é o que não tem medidor próprio.',
    ),
    step('groups-period', 'O período', 'Sem escolher dias, é o ciclo até agora.'),
  ],
};
