/** Reasons for refusals, with explanations for the operator. Renaming a reason breaks the history of its counts. */
export const REFUSAL_EXPLANATIONS = {
  'bad-topic':
    'O tópico não é o de um medidor (message/MAC ou emd3p/MAC/message, MAC em maiúsculas com dois-pontos).',
  'not-own-topic': 'O medidor publicou no tópico de outro MAC.',
  'unknown-board': 'O MAC não está cadastrado no inventário de medidores.',
  'not-installed': 'O medidor existe no inventário, mas não está instalado em nenhum estabelecimento.',
  empty: 'A mensagem está vazia.',
  'too-large': 'A mensagem ou a linha passa do tamanho máximo aceito.',
  'not-text': 'A mensagem tem bytes que não são texto simples (ASCII).',
  'field-count':
    'O número de campos não é de nenhum tipo de medidor: 31 (trifásico), 13 (monofásico) ou 6 (água).',
  'kind-mismatch': 'O número de campos é de outro tipo de medidor que o cadastrado para este MAC.',
  'mac-mismatch': 'O MAC dentro da mensagem não é o do tópico.',
  'bad-timestamp': 'A data não é época em segundos ou milissegundos, nem ISO 8601 com fuso horário.',
  'bad-number': 'Um campo não é um número decimal com ponto (letras, NaN, infinito ou espaços).',
  'unmapped-topic': 'O tópico é da placa, mas o mapeamento do adaptador não diz o que ler nele.',
  'bad-json': 'A mensagem não é JSON válido, e o adaptador da placa espera JSON.',
  'no-values': 'A mensagem não traz nenhum dos valores que o adaptador da placa lê (ausentes ou nulos).',
  'negative-register': 'Um registrador acumulado veio negativo: registradores só crescem a partir de zero.',
  future: 'A data está mais de 10 minutos no futuro: confira o relógio do medidor.',
  'too-old': 'A data é anterior ao período em que as leituras são guardadas.',
  'implausible-signal': 'A intensidade do sinal está fora do que um rádio pode medir.',
  'implausible-temperature': 'A temperatura está fora do que um sensor pode medir.',
  'implausible-voltage': 'Tensão fora de 0 a 1000 V.',
  'implausible-current': 'Corrente acima de 6000 A.',
  'implausible-power-factor': 'Fator de potência fora de -1 a 1.',
  'implausible-power': 'Potência por fase acima de 6 MW (1000 V × 6000 A).',
  'implausible-thd': 'Distorção harmônica fora de 0 a 400%.',
  'implausible-energy':
    'Energia ativa maior do que a instalação poderia consumir ou injetar desde a leitura anterior do medidor.',
  'implausible-reactive':
    'Energia reativa maior do que a instalação poderia trocar desde a leitura anterior do medidor.',
  'implausible-flow': 'Vazão acima da de um hidrômetro DN 200 (13.125 L/min).',
  'implausible-volume': 'Volume negativo ou maior do que poderia passar desde a leitura anterior do medidor.',
} as const satisfies Record<string, string>;

/** Name of a reason for a refusal. */
export type RefusalReason = keyof typeof REFUSAL_EXPLANATIONS;

/** All reasons, so that counters start at zero. */
export const REFUSAL_REASONS = Object.keys(REFUSAL_EXPLANATIONS) as readonly RefusalReason[];

/** Whether a text is a reason of this version; stored reasons of other versions may not be. */
export function isRefusalReason(text: string): text is RefusalReason {
  return Object.hasOwn(REFUSAL_EXPLANATIONS, text);
}

/** A record that was not accepted. */
export interface Refusal {
  readonly refused: RefusalReason;
  /** The original record for inspection, at most `MAXIMUM_LINE_LENGTH` characters. */
  readonly line: string;
}

/** The explanation of a reason in Portuguese, for the operator. */
export function explainRefusal(reason: RefusalReason): string {
  return REFUSAL_EXPLANATIONS[reason];
}

/** Whether a parsed record is a refusal. */
export function isRefusal(outcome: object): outcome is Refusal {
  return 'refused' in outcome;
}
