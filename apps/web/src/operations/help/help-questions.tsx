import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface Subject {
  readonly name: string;
  readonly questions: readonly { id: string; question: string; answer: ReactNode }[];
}

export const HELP: readonly Subject[] = [
  {
    name: 'Começar',
    questions: [
      {
        id: 'comecar',
        question: 'Por onde eu começo?',
        answer: (
          <>
            <p>São quatro passos, e Home marca cada um que você termina:</p>
            <ol>
              <li>
                <Link to="/new/establishment">Cadastre o estabelecimento</Link>: com o CNPJ, nome e endereço
                vêm preenchidos.
              </li>
              <li>
                <Link to="/registerBoard">Cadastre o medidor</Link> com o MAC e o código da placa, que estão
                na etiqueta dela.
              </li>
              <li>Conecte a placa à internet.</li>
              <li>Escolha a tarifa do medidor: sem ela há kWh e m³, mas não há R$.</li>
            </ol>
          </>
        ),
      },
      {
        id: 'placa',
        question: 'Como conecto a placa?',
        answer: (
          <>
            <p>
              Ligue a placa, conecte-a ao Wi-Fi e configure nela o envio por MQTT. Enquanto nada chegou, a
              página do medidor mostra servidor, porta, tópico e usuário, e por que a última mensagem foi
              recusada. A senha é a chave entregue com a placa.
            </p>
            <p>A página muda sozinha quando a primeira mensagem chega: não é preciso recarregar.</p>
          </>
        ),
      },
      {
        id: 'celular',
        question: 'Como instalo no celular? Funciona sem internet?',
        answer: (
          <>
            <p>
              No Android, abra o menu do navegador e toque em Instalar aplicativo. No iPhone, toque em
              Compartilhar e em Adicionar à Tela de Início.
            </p>
            <p>
              Sem internet, Home, a lista de medidores e os medidores que você abriu mostram o que foi visto
              por último, em cinza e com o horário. Quando a conexão volta, tudo se atualiza sozinho. Quem sai
              da conta apaga essas cópias do aparelho.
            </p>
          </>
        ),
      },
    ],
  },
  {
    name: 'Entender a fatura',
    questions: [
      {
        id: 'valor',
        question: 'De onde vem o valor em R$?',
        answer: (
          <p>
            Do que o medidor mediu desde a última leitura da distribuidora, pelos preços da sua tarifa. Com o
            contrato preenchido em <Link to="/bill">Fatura</Link> › Contrato, o valor é o da fatura inteira:
            demanda, reativo, bandeira, tributos e iluminação pública. Sem contrato, é só o consumo pela
            tarifa do medidor.
          </p>
        ),
      },
      {
        id: 'previsao',
        question: 'O que é a previsão, e quanto posso confiar nela?',
        answer: (
          <p>
            É quanto a fatura deve ser no fim do ciclo. A faixa ao lado diz entre quais valores ela deve
            ficar, e a nota abaixo diz como a previsão foi feita e quanto previsões assim já erraram neste
            medidor. No começo do ciclo a faixa é larga; ela se estreita a cada dia medido.
          </p>
        ),
      },
      {
        id: 'diferenca',
        question: 'Por que a fatura da distribuidora é diferente?',
        answer: (
          <>
            <p>
              Quase sempre por um destes motivos: as datas de leitura não são as mesmas, falta algo no
              contrato, faltam dados de alguns dias, ou o medidor não mede o estabelecimento inteiro.
            </p>
            <p>
              Em <Link to="/bill">Fatura</Link> › Contrato, informe as datas de leitura e o contrato. Em
              Fatura › Conferência, digite o que foi cobrado: a comparação mostra linha por linha o que
              diverge e por quê.
            </p>
          </>
        ),
      },
    ],
  },
  {
    name: 'Economizar',
    questions: [
      {
        id: 'economia',
        question: 'Fiz o que foi sugerido. Como sei se economizei?',
        answer: (
          <>
            <p>
              Em <Link to="/opportunities">Economizar</Link>, marque Já fiz com o dia. A partir daí, o que se
              mede é comparado com o que se esperaria pelo ano anterior, em kWh ou m³ e em R$, com a faixa em
              que a economia deve estar. São precisos 300 dias medidos antes da mudança.
            </p>
            <p>
              Se o tempo ou a produção mudam o consumo, importe os valores de cada dia em Home › Editar ›
              Temperatura e produção: um mês frio ou parado deixa de parecer economia.
            </p>
          </>
        ),
      },
    ],
  },
  {
    name: 'Quando algo não vai bem',
    questions: [
      {
        id: 'sem-mensagem',
        question: 'O medidor está “Sem mensagem”. E agora?',
        answer: (
          <>
            <p>
              Nada chega dele há mais de dois minutos. Confira se a placa está ligada e se o Wi-Fi do local
              funciona; depois desligue e ligue a placa.
            </p>
            <p>
              Placas guardam o que mediram enquanto estão sem internet e enviam depois: os dados aparecem nos
              dias certos, e as faturas se corrigem sozinhas.
            </p>
          </>
        ),
      },
      {
        id: 'completos',
        question: 'O que quer dizer “dados completos em 92%”?',
        answer: (
          <p>
            Que 92% dos quartos de hora do período foram medidos. O que falta não é contado como zero nem
            inventado: o total é só do que foi medido, e por isso cada total diz quão completo está.
          </p>
        ),
      },
      {
        id: 'vazamento',
        question: 'Fui avisado de um vazamento. O que faço?',
        answer: (
          <p>
            De madrugada passou mais água do que costuma passar. Feche o registro à noite e leia o hidrômetro
            duas vezes, com meia hora entre uma e outra: se ele andou, o vazamento está antes do registro.
            Depois, na página do medidor, marque o aviso como resolvido ou diga que não é vazamento.
          </p>
        ),
      },
    ],
  },
  {
    name: 'Pessoas e dados',
    questions: [
      {
        id: 'acesso',
        question: 'Como dou acesso a outra pessoa, e como levo os dados?',
        answer: (
          <>
            <p>
              Convide por e-mail ou por link em <Link to="/guests">Convidados</Link> e escolha os medidores
              que cada pessoa vê: ela consulta e não muda nada. São até 10. Quem cuida de clientes pede o
              perfil de gestor em <Link to="/account">Conta</Link>.
            </p>
            <p>
              As medições saem em CSV ou Excel no Histórico de cada medidor; tudo o que é da sua conta, em{' '}
              <Link to="/account">Conta</Link>.
            </p>
          </>
        ),
      },
    ],
  },
];
