import { describe, expect, it } from 'vitest';
import { readCosipBands } from './cosip-bands.ts';

describe('typed bands of COSIP', () => {
  it('are a limit and an amount a line, the last one without a limit', () => {
    expect(readCosipBands('até 50; 8,20\n\n1.000 kWh\t R$ 1.231,5\nAcima; 2000')).toEqual({
      bands: [
        { upTo: 50, amount: 820 },
        { upTo: 1000, amount: 123_150 },
        { upTo: null, amount: 200_000 },
      ],
    });
    expect(readCosipBands('100,5;3')).toEqual({ bands: [{ upTo: 100.5, amount: 300 }] });
  });

  it.each([
    ['', 'Informe as faixas, uma por linha.'],
    ['50 8,20', 'Linha 1: escreva o limite e o valor, como "até 50; 8,20" ou "acima; 31,00".'],
    ['50; 8,205', 'Linha 1: escreva o limite e o valor, como "até 50; 8,20" ou "acima; 31,00".'],
    ['5.0; 8,20', 'Linha 1: escreva o limite e o valor, como "até 50; 8,20" ou "acima; 31,00".'],
    ['50; 8.2', 'Linha 1: escreva o limite e o valor, como "até 50; 8,20" ou "acima; 31,00".'],
    ['100; 1\n50; 2', 'Linha 2: cada faixa vai além da anterior.'],
    ['acima; 1\n50; 2', 'Linha 2: nada vem depois de "acima".'],
  ])('are refused by their line: %j', (text, wrong) => {
    expect(readCosipBands(text)).toEqual({ wrong });
  });
});
