import { describe, expect, it } from 'vitest';
import brasilApi from './fixtures/brasilapi-05010000.json' with { type: 'json' };
import brasilApiNone from './fixtures/brasilapi-99999999.json' with { type: 'json' };
import cnpjWs from './fixtures/cnpj-ws-19131243000197.json' with { type: 'json' };
import minhaReceita from './fixtures/minha-receita-19131243000197.json' with { type: 'json' };
import receitaWs from './fixtures/receitaws-19131243000197.json' with { type: 'json' };
import viaCep from './fixtures/viacep-05010000.json' with { type: 'json' };
import viaCepNone from './fixtures/viacep-99999999.json' with { type: 'json' };
import { readAddress, readCompany } from './index.ts';

const CNPJ = '19131243000197';

describe('a company', () => {
  it.each([
    ['BrasilAPI and minha-receita', minhaReceita, 'AVENIDA PAULISTA 37', 'SAO PAULO'],
    ['ReceitaWS', receitaWs, 'AV PAULISTA 37', 'SAO PAULO'],
    ['CNPJ.ws', cnpjWs, 'AVENIDA PAULISTA 37', 'São Paulo'],
  ])('reads a company from the answer of %s', (_, body, street, city) => {
    const company = readCompany(body, CNPJ);
    expect(company).toEqual({
      cnpj: CNPJ,
      corporateName: 'OPEN KNOWLEDGE BRASIL',
      fantasyName: null,
      situation: expect.stringMatching(/^ativa$/i),
      address: {
        postalCode: '01.311-902',
        state: 'SP',
        city,
        neighborhood: 'BELA VISTA',
        street,
        number: '37',
        complement: 'ANDAR 4',
      },
    });
  });

  it('stores nothing about the partners of a company', () => {
    expect(minhaReceita.qsa).toHaveLength(1);
    expect(JSON.stringify(readCompany(minhaReceita, CNPJ))).not.toMatch(/qsa|socio|Presidente/);
  });

  it('returns null for a company without a name or for an error', () => {
    expect(readCompany({ ...minhaReceita, razao_social: ' ' }, CNPJ)).toBeNull();
    expect(readCompany({ status: 'ERROR', message: 'CNPJ inválido' }, CNPJ)).toBeNull();
  });

  it.each([null, [], 'texto', {}, { cnpj: 5 }, { ...minhaReceita, cnpj: '33000167000101' }])(
    'returns no company for the unexpected answer %j',
    (body) => {
      expect(readCompany(body, CNPJ)).toBeUndefined();
    },
  );

  it('accepts company fields of other types, and shortens very long texts', () => {
    const odd = {
      ...minhaReceita,
      razao_social: 'A\u0000\n'.repeat(500),
      bairro: { a: 1 },
      numero: 37,
      uf: 'XX',
    };
    const company = readCompany(odd, CNPJ);
    expect(company?.corporateName).toHaveLength(200);
    expect(company?.address).toMatchObject({ neighborhood: null, number: '37', state: null });
  });
});

describe('an address', () => {
  const expected = {
    postalCode: '05.010-000',
    state: 'SP',
    city: 'São Paulo',
    neighborhood: 'Perdizes',
    street: 'Rua Caiubi',
  };

  it.each([
    ['BrasilAPI', brasilApi],
    ['BrasilAPI v2', { ...brasilApi, location: { type: 'Point', coordinates: {} }, timezoneName: 'x' }],
    ['ViaCEP', viaCep],
    ['OpenCEP', { ...viaCep, unidade: undefined }],
  ])('reads an address from the answer of %s', (_, body) => {
    expect(readAddress(body, '05010000')).toEqual(expected);
  });

  it('returns neither street nor neighbourhood for a town with one CEP', () => {
    const town = { cep: '56580000', state: 'PE', city: 'Betânia', neighborhood: null, street: null };
    expect(readAddress(town, '56580000')).toMatchObject({
      city: 'Betânia',
      street: null,
      neighborhood: null,
    });
  });

  it.each([[viaCepNone], [{ erro: 'true' }], [{ erro: true }]])(
    'reads %j as an address that does not exist',
    (body) => {
      expect(readAddress(body, '99999999')).toBeNull();
    },
  );

  it.each([
    [brasilApiNone],
    [null],
    [[]],
    [{}],
    [{ ...viaCep, cep: '05010-001' }],
    [{ ...viaCep, uf: 'ZZ' }],
  ])('returns no address for the unexpected answer %j', (body) => {
    expect(readAddress(body, '05010000')).toBeUndefined();
  });
});
