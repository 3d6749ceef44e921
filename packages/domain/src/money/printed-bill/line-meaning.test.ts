import { expect, test } from 'vitest';
import { meaningOf } from './line-meaning.ts';

test.each([
  ['Acréscimo Bandeira Vermelha', 'flag'],
  ['Adic. Band. Vermelha P1', 'flag'],
  ['Adicional Bandeira Amarela', 'flag'],
  ['Band. Amarela', 'flag'],
  ['Bandeira Tarifária Vermelha', 'flag'],
  ['Ad. Bandeira Vermelha', 'flag'],
  ['Acrésc. Bd. Amarela', 'flag'],
  ['Acrésc. Bd Vermelha-P2', 'flag'],
  ['Acrésc. Band Vermelha', 'flag'],
  ['B. Vermelha', 'flag'],
  ['Energ Atv Inj mUC - TUSD', 'compensation'],
  ['Energ Atv Inj. oUC mPT - TE JUL/23', 'compensation'],
  ['Energia Atv Inj GDI', 'compensation'],
  ['Energia Ativa Injetada TUSD', 'compensation'],
  ['Consumo Injetado', 'compensation'],
  ['En. Injetada GD II', 'compensation'],
  ['Crédito de Energia', 'compensation'],
  ['Energia comp. adicional', 'compensation'],
  ['Uso Sist. Distr. (TUSD)', 'energy'],
  ['En. Ativa Ponta', 'energy'],
  ['Energia Ativa Fornecida - TE OUT/23', 'energy'],
  ['Custo de Disponibilidade', 'minimum'],
  ['CIP - Contribuição Iluminação Pública', 'cosip'],
  ['Contrib. Custeio IP-CIP Municipal', 'cosip'],
  ['CUSTEIO ILUM PUB', 'cosip'],
  ['COSIP PREF MUN', 'cosip'],
  ['Cip-Ilum Pub Pref Munic', 'cosip'],
  ['Benefício Tarifário Líquido', 'benefit'],
])('reads %s as a line of %s', (label, part) => {
  expect(meaningOf(label).part).toBe(part);
});

test.each([
  ['Multa Ref.: Set/23', 'fine'],
  ['Juros de mora', 'fine'],
  ['Correção Monetária IPCA', 'fine'],
  ['DIC mensal', 'interruption'],
  ['Parcelamento 3/12', 'instalment'],
  ['Itaipu-A21-L10438/02', 'refund'],
  ['Seguro Residencial', 'other'],
])('reads %s as an own line of %s', (label, kind) => {
  expect(meaningOf(label)).toMatchObject({ part: 'own', kind });
});
