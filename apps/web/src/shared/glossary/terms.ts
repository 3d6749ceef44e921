import type { TermName } from './term-names.ts';

export const SUBJECTS = {
  bill: 'Preços e fatura',
  demand: 'Demanda e reativo',
  measuring: 'Consumo e medição',
  saving: 'Economia comprovada',
  quality: 'Qualidade da energia',
  other: 'Água, carbono e placas',
} as const;

interface Term {
  readonly name: string;
  readonly subject: keyof typeof SUBJECTS;
  /** Plain text: the meaning, and its effect on the bill. */
  readonly text: string;
}

/** The only source of hints and glossary. */
export const TERMS: Readonly<Record<TermName, Term>> = {
  kwh: {
    name: 'kW e kWh',
    subject: 'measuring',
    text: 'kW é a potência: quanto se usa em um instante. kWh é a energia: 1 kW ligado por uma hora. A fatura cobra kWh e, no grupo A, também a demanda em kW.',
  },
  ponta: {
    name: 'Ponta',
    subject: 'bill',
    text: 'As três horas seguidas dos dias úteis em que a energia custa mais, em geral das 18h às 21h. Cada distribuidora escolhe as suas. Sábados e domingos não têm ponta. Feriados nacionais também não nas modalidades da ANEEL; na tarifa simples, têm.',
  },
  'fora-ponta': {
    name: 'Fora ponta',
    subject: 'bill',
    text: 'Todas as horas que não são de ponta, nem do intermediário onde ele existe. É quando a energia custa menos.',
  },
  intermediario: {
    name: 'Intermediário',
    subject: 'bill',
    text: 'A hora antes e a hora depois da ponta, com preço entre os dois. Só existe na tarifa Branca.',
  },
  posto: {
    name: 'Posto tarifário',
    subject: 'bill',
    text: 'O período do dia com um preço próprio: ponta, intermediário ou fora ponta.',
  },
  bandeira: {
    name: 'Bandeira tarifária',
    subject: 'bill',
    text: 'Um adicional por kWh que a ANEEL decide a cada mês, conforme o custo de gerar energia no país: verde não cobra nada; amarela e vermelha cobram.',
  },
  modalidade: {
    name: 'Modalidade tarifária',
    subject: 'bill',
    text: 'A forma de cobrar: a Convencional tem um preço só, a Branca muda com a hora, e a Verde e a Azul, do grupo A, cobram também a demanda. A Azul cobra duas: na ponta e fora ponta.',
  },
  'grupo-tarifario': {
    name: 'Grupo A e grupo B',
    subject: 'bill',
    text: 'O grupo B recebe em baixa tensão e paga pela energia. O grupo A recebe em média ou alta tensão e paga pela energia, pela demanda e pelo reativo excedente.',
  },
  'tusd-te': {
    name: 'TUSD e TE',
    subject: 'bill',
    text: 'As duas partes do preço: a TUSD paga o uso da rede até o local, e a TE paga a energia.',
  },
  'fio-b': {
    name: 'Fio B e GD',
    subject: 'bill',
    text: 'Fio B é a parte da TUSD que paga a rede da distribuidora. Quem pediu a geração própria até 7/1/2023 (GD I) não o paga sobre a energia compensada; quem pediu depois (GD II) paga 60% em 2026, 75% em 2027 e 90% em 2028 (Lei 14.300/2022, art. 27). A GD III, maior e remota, paga o Fio B inteiro, 40% do Fio A e dois encargos. A regra de 2029 em diante ainda não foi escrita.',
  },
  tributos: {
    name: 'ICMS, PIS e COFINS',
    subject: 'bill',
    text: 'Os tributos da fatura. Entram “por dentro”: são uma parte do valor final, e por isso o preço sem tributos é dividido, e não multiplicado, para chegar a ele.',
  },
  'cbs-ibs': {
    name: 'CBS e IBS',
    subject: 'bill',
    text: 'Os tributos da reforma, que em 2027 tomam o lugar de PIS e COFINS e, até 2033, o do ICMS. Entram “por fora”: são somados ao preço sem tributos. Uma fatura segue a regra do dia em que vence. Em 2026 aparecem só para informação.',
  },
  nf3e: {
    name: 'NF3e e chave de acesso',
    subject: 'bill',
    text: 'A nota fiscal de energia elétrica eletrônica (modelo 66): a fatura da distribuidora em um arquivo XML, com cada linha e cada tributo. A chave de acesso são os 44 caracteres que a identificam, impressos também na fatura em papel.',
  },
  cosip: {
    name: 'COSIP',
    subject: 'bill',
    text: 'A contribuição para a iluminação pública, cobrada na fatura de energia e fixada por lei do município.',
  },
  creditos: {
    name: 'Créditos de energia',
    subject: 'bill',
    text: 'O que um sistema de geração própria mandou à rede além do que foi usado. Abate faturas seguintes por até 60 meses.',
  },
  ciclo: {
    name: 'Ciclo de faturamento',
    subject: 'bill',
    text: 'Os dias de uma fatura: de uma leitura da distribuidora até a véspera da seguinte.',
  },
  'unidade-consumidora': {
    name: 'Unidade consumidora',
    subject: 'bill',
    text: 'O número com que a distribuidora conhece o estabelecimento. Está impresso na fatura de energia.',
  },
  demanda: {
    name: 'Demanda',
    subject: 'demand',
    text: 'A potência média de um quarto de hora, em kW. A maior do ciclo é a que a fatura do grupo A considera: poucos minutos com tudo ligado bastam para aumentá-la.',
  },
  'demanda-contratada': {
    name: 'Demanda contratada',
    subject: 'demand',
    text: 'A potência reservada com a distribuidora. É paga mesmo que não seja usada, e passar dela custa mais.',
  },
  ultrapassagem: {
    name: 'Ultrapassagem',
    subject: 'demand',
    text: 'O que a maior demanda tem além da contratada, quando passa dela em mais de 5%. É cobrada com o preço da demanda mais duas vezes esse preço.',
  },
  'fator-de-potencia': {
    name: 'Fator de potência',
    subject: 'demand',
    text: 'Quanto da energia que circula vira trabalho útil, de 0 a 1. Abaixo de 0,92 o grupo A paga reativo excedente. Motores sem carga e lâmpadas antigas o baixam; um banco de capacitores o corrige.',
  },
  reativo: {
    name: 'Reativo (UFER)',
    subject: 'demand',
    text: 'A energia que motores e reatores devolvem à rede sem transformá-la em trabalho. O que passa do permitido pelo fator de potência de 0,92 é o excedente, medido em kvarh e cobrado no grupo A como UFER: unidade de faturamento de energia reativa excedente.',
  },
  ratear: {
    name: 'Ratear',
    subject: 'measuring',
    text: 'Dividir a fatura de um estabelecimento entre medidores ou grupos, conforme o que cada um consumiu. O que ninguém mediu e o que não depende do consumo aparecem como restante.',
  },
  'medidor-geral': {
    name: 'Medidor geral',
    subject: 'measuring',
    text: 'O que está no quadro geral e mede o estabelecimento inteiro. Os outros medem partes dele.',
  },
  'sem-medidor': {
    name: 'Sem medidor próprio',
    subject: 'measuring',
    text: 'O que o medidor geral mediu, mais o que os painéis geraram e foi usado no local, menos o que os outros medidores mediram. Custa o que sobra da fatura depois das partes deles: se eles juntos passarem do que a fatura cobra, o valor fica negativo.',
  },
  'carga-permanente': {
    name: 'Carga permanente',
    subject: 'measuring',
    text: 'O que está sempre ligado, de dia e de noite, com o local aberto ou fechado: geladeiras, servidores, aparelhos em espera. Baixá-la economiza em todas as horas.',
  },
  'media-diaria': {
    name: 'Média diária',
    subject: 'measuring',
    text: 'O consumo do período dividido pelos dias inteiros e pela parte de hoje que já passou.',
  },
  previsao: {
    name: 'Previsão',
    subject: 'measuring',
    text: 'Quanto o período deve somar quando terminar, se os dias que faltam forem como os que passaram. Ao lado está a conta simples: média diária × dias, mais as outras linhas da fatura.',
  },
  'dados-completos': {
    name: 'Dados completos',
    subject: 'measuring',
    text: 'A parte do período da qual chegaram leituras. Abaixo de 100% falta algo, e o total real é maior do que o mostrado.',
  },
  'mapa-de-calor': {
    name: 'Mapa de calor',
    subject: 'measuring',
    text: 'Um quadro com uma coluna por dia e uma linha por hora: quanto mais forte a cor, maior o consumo.',
  },
  'energia-injetada': {
    name: 'Energia injetada',
    subject: 'measuring',
    text: 'O que os painéis solares geraram e o local não usou na hora: vai para a rede da distribuidora.',
  },
  'economia-comprovada': {
    name: 'Economia comprovada',
    subject: 'saving',
    text: 'O que se consumiu a menos que o esperado, quando nem a ponta mais baixa da faixa chega a zero. Enquanto a faixa passa por zero, o que parece economia pode ser só um mês diferente dos outros.',
  },
  'linha-de-base': {
    name: 'Linha de base (o esperado)',
    subject: 'saving',
    text: 'Quanto se teria consumido sem a mudança, aprendido do ano anterior a ela: dias da semana, feriados e época do ano. A economia é o esperado menos o medido.',
  },
  'variavel-independente': {
    name: 'Variável independente',
    subject: 'saving',
    text: 'O que muda o consumo sem que ninguém economize nem desperdice: a temperatura, ou quanto se produziu. Com o valor de cada dia, um mês frio ou parado não passa por economia. Só é usada se explicar melhor meses que o cálculo não viu.',
  },
  'faixa-da-economia': {
    name: 'Faixa da economia',
    subject: 'saving',
    text: 'Entre quais valores a economia deve estar em nove de dez casos. Quanto mais parecidos entre si os meses do ano anterior, mais estreita a faixa e mais certa a economia.',
  },
  'cv-rmse': {
    name: 'CV(RMSE) e NMBE',
    subject: 'saving',
    text: 'Quanto o esperado erra em meses que o cálculo não viu, em % do consumo: o CV(RMSE) é o tamanho do erro, e o NMBE diz se ele erra sempre para o mesmo lado. A ASHRAE Guideline 14 pede até 15% e 5%.',
  },
  fase: {
    name: 'Fase',
    subject: 'quality',
    text: 'Cada um dos fios que trazem energia: um em ligações monofásicas, três (A, B e C) nas trifásicas. Fases com cargas parecidas aquecem menos os cabos.',
  },
  tensao: {
    name: 'Tensão, subtensão e sobretensão',
    subject: 'quality',
    text: 'A força com que a rede entrega a energia, em volts. Em uma rede de 220 V, abaixo de 206 V é subtensão e acima de 233 V é sobretensão: as duas estragam equipamentos, e a distribuidora tem de corrigi-las.',
  },
  distorcao: {
    name: 'Distorção harmônica (THD)',
    subject: 'quality',
    text: 'Quanto a onda da tensão (VTHD) ou da corrente (ITHD) se afasta da ideal, em %. Inversores e fontes eletrônicas a aumentam; alta, ela aquece cabos e motores.',
  },
  'drp-drc': {
    name: 'DRP e DRC',
    subject: 'quality',
    text: 'A parte das 1.008 leituras de dez minutos de uma semana em que a tensão foi precária (DRP) ou crítica (DRC). Acima de 3% e de 0,5% a distribuidora tem de corrigir a rede e compensar quem é atendido.',
  },
  desequilibrio: {
    name: 'Desequilíbrio de tensão',
    subject: 'quality',
    text: 'Quanto as tensões das três fases diferem umas das outras. Acima de 3%, motores aquecem e duram menos.',
  },
  afundamento: {
    name: 'Afundamento e elevação',
    subject: 'quality',
    text: 'Uma queda da tensão abaixo de 90% da nominal, ou uma subida acima de 110%, de até três minutos. Desliga máquinas e reinicia computadores sem que a luz falte.',
  },
  'dic-fic': {
    name: 'DIC, FIC e DMIC',
    subject: 'quality',
    text: 'Quanto a energia faltou em um mês, em interrupções de três minutos ou mais: as horas somadas (DIC), o número de vezes (FIC) e a mais longa (DMIC). Acima dos limites do seu conjunto, a distribuidora desconta um valor da fatura.',
  },
  'dicri-dise': {
    name: 'DICRI e DISE',
    subject: 'quality',
    text: 'A duração de uma interrupção em um dia crítico (DICRI) ou em uma situação de emergência (DISE), que contam à parte. Na emergência, o limite de cada uma é de 24 horas em área urbana e de 48 horas nas outras. Só a distribuidora sabe que dias são esses.',
  },
  conjunto: {
    name: 'Conjunto de unidades consumidoras',
    subject: 'quality',
    text: 'As unidades atendidas pela mesma subestação, com os mesmos limites de interrupção. O nome e os limites vêm na fatura da distribuidora.',
  },
  carbono: {
    name: 'Emissão de carbono',
    subject: 'other',
    text: 'O CO₂ que se emite para gerar a energia consumida: 0,0426 kg por kWh, o fator médio da rede brasileira.',
  },
  'escopo-2': {
    name: 'Escopo 2',
    subject: 'other',
    text: 'As emissões da energia que você compra. O inventário de carbono (GHG Protocol) pede o escopo 2 por dois métodos, lado a lado: por localização e por mercado.',
  },
  'fator-de-emissao': {
    name: 'Fator de emissão',
    subject: 'other',
    text: 'Quanto CO₂ a rede brasileira emite por kWh. O governo (MCTI) publica a média de cada mês e de cada ano; em meses secos, com mais térmicas ligadas, ele sobe. Enquanto o do mês não é publicado, vale a média do último ano publicado, e o valor é provisório.',
  },
  'por-localizacao': {
    name: 'Método por localização',
    subject: 'other',
    text: 'Todo o consumo vezes o fator médio da rede. Certificados não mudam este número.',
  },
  'por-mercado': {
    name: 'Método por mercado',
    subject: 'other',
    text: 'O consumo menos os MWh de certificados I-REC, vezes o fator. O Brasil não publica o fator da energia que sobra sem certificado, por isso o resto usa o fator médio da rede.',
  },
  'i-rec': {
    name: 'I-REC',
    subject: 'other',
    text: 'Certificado internacional de energia renovável: cada um vale 1 MWh gerado por fonte limpa. Usado uma vez para abater um consumo, ele é aposentado e não vale para outro.',
  },
  'vazao-noturna': {
    name: 'Vazão noturna',
    subject: 'other',
    text: 'A água que passa na hora mais calma da noite, quando ninguém a usa. Se ela nunca chega a zero, é provável um vazamento.',
  },
  placa: {
    name: 'Placa',
    subject: 'other',
    text: 'O aparelho que mede e envia as leituras. Instalado em um estabelecimento, ele é um medidor.',
  },
  mac: {
    name: 'Endereço MAC',
    subject: 'other',
    text: 'O número de fábrica da placa, seis pares de letras e números, como A4:CF:12:00:0B:01. Está na etiqueta.',
  },
};
