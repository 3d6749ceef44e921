/** Why a row of ANEEL's tariff file was not taken, by name, with the explanation shown to the operator. */
export const ROW_REFUSALS = {
  'field-count': 'O número de campos não é o do cabeçalho.',
  'economic-base': 'Base econômica: não é a tarifa que o consumidor paga.',
  detail: 'Detalhe próprio (APE, SCEE e outros): não é a tarifa do consumo comum.',
  'other-agent': 'Tarifa entre agentes do setor.',
  distributor: 'Distribuidora que não foi escolhida.',
  'bad-date': 'Vigência com data inválida.',
  ended: 'Vigência encerrada antes da data escolhida.',
  modality: 'Modalidade sem uso aqui (geração, distribuição, pré-pagamento e outras).',
  subgroup: 'Modalidade que não existe no subgrupo, ou subgrupo desconhecido.',
  unit: 'Unidade diferente de MWh e kW.',
  post: 'Posto tarifário que a modalidade não tem.',
  'bad-price': 'TUSD ou TE não é um número.',
  repeated: 'Linha repetida.',
  contradictory: 'A mesma resolução traz preços diferentes para o mesmo posto.',
  incomplete: 'Falta um posto ou a demanda desta tarifa.',
  'no-price': 'Tarifa com TUSD e TE zeradas.',
  replaced: 'Substituída por outra resolução ou por vigência mais específica.',
} as const;

export type RowRefusal = keyof typeof ROW_REFUSALS;

/** Counts by reason; a reason that never occurred is absent. */
export type RowRefusals = Readonly<Partial<Record<RowRefusal, number>>>;

interface RefusalCounter {
  readonly counts: RowRefusals;
  add(reason: RowRefusal, rows?: number): void;
}

export function createRefusalCounter(): RefusalCounter {
  const counts: Partial<Record<RowRefusal, number>> = {};
  return {
    counts,
    add(reason, rows = 1) {
      counts[reason] = (counts[reason] ?? 0) + rows;
    },
  };
}
