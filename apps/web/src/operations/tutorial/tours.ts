import { ADMIN_TOURS } from './admin-tours.ts';
import { MONEY_TOURS } from './money-tours.ts';
import type { TourName } from './tour-names.ts';
import { step, type TourStep, UNIT } from './tour-step.ts';

/** Plain text. */
export const tours: Readonly<Record<TourName, readonly TourStep[]>> = {
  home: [
    step(
      'menu',
      'O menu',
      'Por aqui você vai de uma tela a outra. Em Tutorial, revê a apresentação da tela em que está.',
    ),
    step(
      'home-switch',
      'Seus estabelecimentos',
      'Quando há mais de um, escolha aqui qual deles a tela mostra.',
    ),
    UNIT,
    step(
      'home-cycle',
      'A fatura de agora',
      'O consumo do período até hoje, dia a dia, e quanto ele deve chegar a ser no fim do período.',
    ),
    step('home-months', 'Os últimos meses', 'Compare o mês atual com os anteriores.'),
    step('home-carbon', 'Emissão de carbono', 'Quanto CO₂ o consumo de energia deste período representa.'),
    step(
      'home-meters',
      'Seus medidores',
      'O medidor geral vem primeiro. Toque em um deles para ver tudo sobre ele.',
    ),
  ],
  meters: [
    step(
      'meters-shown',
      'Todos ou só os online',
      'Mostre todos os medidores, ou apenas os que estão enviando leituras agora.',
    ),
    step(
      'meters-view',
      'Lista ou grade',
      'Escolha como os medidores aparecem. A escolha fica guardada neste aparelho.',
    ),
    step(
      'meters-list',
      'Um medidor por linha',
      'O ponto verde diz que o medidor está ao vivo. Toque na linha para abri-lo.',
    ),
  ],
  meter: [
    step('meter-selector', 'Trocar de medidor', 'Daqui você vai direto a outro medidor, sem voltar à lista.'),
    UNIT,
    step('meter-bill', 'A fatura', 'O valor até agora, a média por dia e a previsão para o fim do período.'),
    step('meter-generation', 'A geração', 'Quanto os painéis geraram hoje, neste mês e por dia.'),
    step(
      'meter-live',
      'Agora',
      'O que o medidor está medindo neste momento. Os números mudam a cada mensagem que chega.',
    ),
    step(
      'meter-day',
      'O dia, hora a hora',
      'Volte e avance de dia pelas setas para ver quanto foi em cada hora.',
    ),
    step(
      'meter-month',
      'O mês, dia a dia',
      'Cada quadro é um dia. Toque em um deles para abri-lo hora a hora.',
    ),
    step(
      'meter-period',
      'Um período qualquer',
      'Escolha a data inicial e a final e veja quanto foi entre elas.',
    ),
  ],
  analysis: [
    step(
      'meter-solar',
      'Energia solar',
      'O que os painéis mandaram para a rede e, com um medidor no inversor, quanto foi usado aqui mesmo.',
    ),
    step(
      'meter-comparison',
      'Comparado com antes',
      'O período que você escolheu ao lado do anterior e do mesmo período do ano passado.',
    ),
    step(
      'meter-base',
      'O que nunca desliga',
      'Quanto está sempre ligado, de dia e de noite, e quanto isso custa.',
    ),
    step(
      'meter-demand',
      'Os picos',
      'A potência de cada quarto de hora. Abaixo, os maiores momentos e o que estava ligado neles.',
    ),
    step(
      'meter-heat',
      'Hora a hora, dia a dia',
      'Quanto mais forte a cor, maior o consumo daquela hora. Toque em uma delas para abrir o dia.',
    ),
    step(
      'meter-quality',
      'A qualidade da energia',
      'Se o fator de potência e a tensão estiveram bons em cada hora do período.',
    ),
  ],
  supply: [
    step(
      'supply-week',
      'A semana',
      'Como a energia chegou nestes sete dias, pelas regras da ANEEL. Pelas setas você vai a outra semana.',
    ),
    step(
      'supply-voltage',
      'A tensão',
      'A média de cada dez minutos. As linhas mostram entre que valores ela deve ficar.',
    ),
    step(
      'supply-phases',
      'As faixas',
      'Quanto do tempo a tensão de cada fase foi adequada, precária ou crítica.',
    ),
    step(
      'supply-events',
      'Quedas e subidas',
      'Os momentos em que uma leitura viu a tensão muito abaixo ou muito acima da nominal.',
    ),
    step(
      'supply-compensation',
      'O que a distribuidora deve',
      'Quando a tensão passa dos limites, há desconto na fatura. Aqui você vê quanto seria.',
    ),
  ],
  outages: [
    step(
      'outages-month',
      'O mês',
      'Quantas vezes e por quanto tempo faltou energia, e os limites. Pelas setas você vai a outro mês.',
    ),
    step(
      'outages-list',
      'Uma por uma',
      'O que os medidores mostram de cada parada: falta de energia ou só de internet. Diga o que foi, e as somas seguem.',
    ),
    step(
      'outages-credit',
      'Compensação',
      'Quanto a distribuidora deveria devolver, e um texto pronto para pedir.',
    ),
    step('outages-limits', 'Limites', 'Os limites do seu conjunto, como a fatura da distribuidora traz.'),
  ],
  ...MONEY_TOURS,
  alerts: [
    step(
      'alerts-list',
      'O que precisa de você',
      'O que está acontecendo agora, com o que custa e o que fazer. Em Passados está o que já terminou.',
    ),
    step(
      'alerts-settings',
      'O que é avisado, e como',
      'Ligue e desligue avisos, mude os limites, crie regras e escolha o e-mail e os aparelhos.',
    ),
  ],
  systems: [
    step(
      'systems-list',
      'Medidores por equipamento',
      'Cada sistema reúne os medidores que medem a mesma coisa, onde quer que estejam. Toque nele para vê-los juntos.',
    ),
    step(
      'systems-meters',
      'Quem faz parte',
      'O sistema de um medidor é escolhido na edição dele: comece pela lista de medidores.',
    ),
  ],
  system: [
    step(
      'system-meters',
      'Os medidores do sistema',
      'Quanto cada um mede agora. Toque em um deles para ver tudo sobre ele.',
    ),
    step('system-others', 'Os outros sistemas', 'Daqui você volta à lista de todos os sistemas.'),
  ],
  feedback: [
    step('feedback-title', 'O assunto', 'Em poucas palavras, sobre o que é a sua mensagem.'),
    step(
      'feedback-body',
      'A mensagem',
      'Conte o que funcionou, o que faltou ou o que deu errado, e em que tela foi.',
    ),
    step('feedback-send', 'Enviar', 'A mensagem chega a quem cuida do sistema, e a resposta ao seu e-mail.'),
  ],
  ...ADMIN_TOURS,
  explore: [
    step(
      'explorer-period',
      'O período',
      'De uma hora a um ano, com um toque. No gráfico, aproxime com a roda do mouse ou com dois dedos, e arraste para andar no tempo.',
    ),
    step(
      'explorer-add',
      'Mais curvas',
      'Ponha lado a lado o que quiser: outra grandeza, outra fase ou outro medidor.',
    ),
    step(
      'explorer-plot',
      'As curvas',
      'Passe o ponteiro ou toque para ler todas no mesmo instante. Com o teclado, use as setas.',
    ),
    step(
      'explorer-notes',
      'O que aconteceu',
      'Avisos, correções e faturas do período, pelo número no gráfico.',
    ),
    step('explorer-export', 'Levar daqui', 'Baixe o que está em vista como imagem ou como tabela.'),
  ],
  history: [
    step(
      'history-period',
      'O período',
      'Escolha de quando até quando quer ver as leituras, por até 31 dias.',
    ),
    step('history-last-hour', 'Atalhos', 'A última hora e outros períodos prontos, com um toque.'),
    step(
      'history-table',
      'As leituras',
      'Cada linha é uma mensagem do medidor, da mais nova para a mais antiga.',
    ),
    step('history-export', 'Levar para a planilha', 'Baixe as leituras do período em um arquivo.'),
  ],
  'edit-meter': [
    step('edit-meter-mac', 'O endereço da placa', 'Ele identifica o medidor e não muda.'),
    step('edit-meter-name', 'O apelido', 'É com este nome que o medidor aparece em todas as telas.'),
    step(
      'edit-meter-general',
      'Quadro geral',
      'Marque se o medidor mede o estabelecimento inteiro: os outros passam a ser partes dele.',
    ),
    step('tariff', 'A tarifa', 'É com ela que o consumo vira reais.'),
    step('edit-meter-save', 'Confirmar', 'Nada muda até você confirmar as alterações.'),
    step(
      'edit-meter-move',
      'Mudar de lugar',
      'A placa foi para outro estabelecimento? Mude-a aqui: o que já foi medido fica no estabelecimento em que foi medido.',
    ),
    step(
      'edit-meter-replace',
      'Trocar a placa',
      'Se a placa quebrou, ponha outra no lugar dela: as leituras continuam as mesmas.',
    ),
    step(
      'edit-meter-delete',
      'Remover',
      'A placa fica livre para ser instalada de novo; as leituras continuam com este estabelecimento.',
    ),
  ],
  'register-meter': [
    step(
      'register-mac',
      'O endereço da placa',
      'Digite o MAC que está na etiqueta. Ele é conferido assim que você para de digitar.',
    ),
    step(
      'register-establishment',
      'Onde ela fica',
      'Escolha um estabelecimento que já existe, ou cadastre um novo.',
    ),
    step(
      'register-tariff',
      'Como medir',
      'Diga se ele mede o estabelecimento inteiro e escolha a tarifa, com a qual o consumo vira reais.',
    ),
    step(
      'register-save',
      'Registrar',
      'Depois disto o medidor aparece na lista e mostra as leituras assim que elas chegam.',
    ),
  ],
  establishment: [
    step(
      'wizard-steps',
      'Quatro passos',
      'Comece pelo CNPJ: com ele, os dados da empresa vêm do cadastro público. Aqui você vê sempre em que passo está.',
    ),
    step(
      'wizard-location',
      'O endereço',
      'Com o CEP, a rua e a cidade são preenchidas. Se a consulta falhar, digite tudo.',
    ),
    step(
      'wizard-hours',
      'O horário',
      'Os atalhos preenchem todos os dias, ou só os dias úteis, com o mesmo horário.',
    ),
    step('wizard-equipment', 'Outros equipamentos', 'Acrescente pelo nome o que consome energia por aqui.'),
    step(
      'wizard-next',
      'Seguir em frente',
      'O que falta é apontado no próprio campo. O que você digitou fica guardado neste aparelho.',
    ),
  ],
  account: [
    step('account-data', 'Seus dados', 'Nome, foto e data de nascimento. O e-mail não pode ser alterado.'),
    step(
      'account-password',
      'Sua senha',
      'Troque a senha aqui. Se a esqueceu, peça o e-mail para criar outra.',
    ),
    step(
      'account-profile',
      'Seu perfil',
      'Ele diz o que você pode fazer aqui. Também é onde se pede o perfil de gestor.',
    ),
    step(
      'account-partner',
      'Traga clientes',
      'Quem cria a conta pelo seu link fica ligado a você e vê o seu logotipo no menu.',
    ),
    step(
      'account-passkeys',
      'Entrar sem senha',
      'Com uma chave de acesso, a digital, o rosto ou o PIN do aparelho fazem o papel da senha.',
    ),
    step(
      'account-second-step',
      'Mais segurança',
      'Com um código do celular além da senha, quem descobrir a senha não entra.',
    ),
    step('account-sessions', 'Onde você está conectado', 'Não reconhece um aparelho? Encerre a sessão dele.'),
    step(
      'account-credentials',
      'O que funciona sem a senha',
      'Chaves, links e avisos da conta. Um botão remove todos.',
    ),
    step('account-own', 'O que guardamos', 'Baixe tudo o que o sistema tem sobre você, ou remova a conta.'),
    step(
      'account-keys',
      'Para programas',
      'Uma chave de API deixa um programa seu fazer o que você escolher, até o dia que você escolher, sem a sua senha.',
    ),
  ],
  'own-data': [
    step(
      'own-data-consents',
      'O que você aceitou',
      'Quando, onde e em que versão. Você pode retirar o aceite aqui.',
    ),
    step(
      'own-data-processing',
      'O que guardamos',
      'Cada dado, para que serve, por qual lei, por quanto tempo e quem recebe.',
    ),
  ],
  integrations: [
    step(
      'integrations-list',
      'O que está ligado',
      'Cada sistema tem uma chave só sua. Ao revogar a chave, ele deixa de ter acesso na mesma hora.',
    ),
    step(
      'integrations-new',
      'Ligar um sistema',
      'Um gateway, o Home Assistant, a sua agenda ou uma planilha que se atualiza sozinha.',
    ),
    step('integrations-programs', 'Para programadores', 'A documentação da API e um cliente pronto.'),
  ],
  links: [
    step(
      'links-list',
      'O que está compartilhado',
      'Cada link com o que mostra, até quando vale e quantas vezes foi aberto. Ao revogar, deixa de valer na mesma hora.',
    ),
    step(
      'links-new',
      'Um novo link',
      'Para uma TV na parede, ou para alguém sem conta, até o dia que você escolher.',
    ),
  ],
  'client-users': [
    step(
      'clients-list',
      'Quem tem acesso',
      'Cada pessoa, com os medidores que vê. Aqui você edita e remove.',
    ),
    step(
      'clients-form',
      'Convidar alguém',
      'Convide por e-mail ou por um link: a pessoa escolhe a própria senha, entra e apenas consulta.',
    ),
    step(
      'clients-access',
      'O que a pessoa vê',
      'Marque os medidores que ela pode ver. Nenhum outro aparece.',
    ),
  ],
};
