import { lookUpCep, lookUpCnpj } from '@nascente/contract/sites/lookups';
import { cnpjCheckDigits, maskCnpj } from '@nascente/domain/sites/registry/cnpj';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestRegister, type TestRegister } from '../../testing/boards/test-register.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';
import minhaReceita from './fixtures/minha-receita-19131243000197.json' with { type: 'json' };
import viaCep from './fixtures/viacep-05010000.json' with { type: 'json' };

const registers = await Promise.all([1, 2, 3, 4].map(() => startTestRegister()));
const [company, otherCompany, address, otherAddress] = registers as [
  TestRegister,
  TestRegister,
  TestRegister,
  TestRegister,
];
const START = Date.parse('2026-11-20T12:00:00Z');
const api = await createTestApi(new Date(START).toISOString(), {
  config: {
    cnpjApiUrl: `${company.url}/cnpj/v1`,
    cnpjFallbackUrl: [otherCompany.url],
    cepApiUrl: address.url,
    cepFallbackUrl: [`${otherAddress.url}/ws/{code}/json`],
    lookupTimeoutMs: 200,
  },
});

let ana: SeededPerson;
let hour = 0;
let count = 0;

/** A separate number for each test, because answers are cached. */
const newCnpj = (): string => {
  count += 1;
  const base = `12ABC${String(count).padStart(7, '0')}`;
  return `${base}${cnpjCheckDigits(base)}`;
};
const newCep = (): string => {
  count += 1;
  return `5${String(count).padStart(7, '0')}`;
};
const companyOf = (cnpj: string) => ({ ...minhaReceita, cnpj });

const find = async (cnpj: string, person = ana) =>
  (await api.succeed(lookUpCnpj, `/lookup/cnpj/${encodeURIComponent(cnpj)}`, { token: person.token }))
    .company;
const failToFind = (kind: 'cnpj' | 'cep', code: string, person = ana) =>
  api.fail('GET', `/lookup/${kind}/${encodeURIComponent(code)}`, { token: person.token });
const findCep = async (cep: string) =>
  (await api.succeed(lookUpCep, `/lookup/cep/${cep}`, { token: ana.token })).address;

beforeEach(async () => {
  hour += 1;
  api.setClock(START + hour * 3_600_000);
  ana = await api.seed.person();
  for (const register of registers) {
    register.answers(404, { message: 'não encontrado' });
    register.requests.length = 0;
  }
  // Repairs the service that a test has broken.
  for (const [kind, code] of [
    ['cnpj', newCnpj()],
    ['cep', newCep()],
  ] as const)
    await failToFind(kind, code);
  for (const register of registers) register.requests.length = 0;
});

describe('a company', () => {
  it('finds a company by a CNPJ in any notation, and identifies Nascente to the register', async () => {
    const cnpj = newCnpj();
    company.answers(200, companyOf(cnpj));
    const written = maskCnpj(cnpj).toLowerCase();
    expect(await find(written)).toMatchObject({ cnpj, corporateName: 'OPEN KNOWLEDGE BRASIL' });
    expect(company.requests).toEqual([
      { path: `/cnpj/v1/${cnpj}`, userAgent: expect.stringMatching(/^nascente\//) },
    ]);
    expect(otherCompany.requests).toEqual([]);
  });

  it('caches a company for a day, for every account', async () => {
    const cnpj = newCnpj();
    company.answers(200, companyOf(cnpj));
    const rui = await api.seed.person();
    await Promise.all([find(cnpj), find(cnpj, rui)]);
    expect(await find(cnpj, rui)).toMatchObject({ cnpj });
    expect(company.requests).toHaveLength(1);
  });

  it.each(['19.131.243/0001-98', '11111111111111', '123', 'ABC'])(
    'refuses %s before any register is queried',
    async (wrong) => {
      expect(await failToFind('cnpj', wrong)).toMatchObject({
        status: 400,
        type: 'validation',
        msg: 'CNPJ inválido.',
      });
      expect(company.requests).toEqual([]);
    },
  );

  it('answers 404 for a company that no register has, and queries again after five minutes', async () => {
    const cnpj = newCnpj();
    for (const _ of [1, 2])
      expect(await failToFind('cnpj', cnpj)).toMatchObject({
        status: 404,
        type: 'not-found',
        msg: 'CNPJ não encontrado no cadastro público.',
      });
    expect([company.requests.length, otherCompany.requests.length]).toEqual([1, 1]);
    api.setClock(START + hour * 3_600_000 + 300_001);
    company.answers(200, companyOf(cnpj));
    expect(await find(cnpj)).toMatchObject({ cnpj });
  });
});

describe('a register that fails', () => {
  const faults: [string, (register: TestRegister) => void][] = [
    ['404', (register) => register.answers(404, { type: 'not_found' })],
    ['400', (register) => register.answers(400, { type: 'bad_request' })],
    ['403 in words', (register) => register.answers(403, 'Forbidden', { 'x-vercel-mitigated': 'deny' })],
    ['429', (register) => register.answers(429, {}, { 'retry-after': '2' })],
    ['500', (register) => register.answers(500, { type: 'internal' })],
    ['silence', (register) => register.plays(() => undefined)],
    [
      'half an answer',
      (register) => register.plays((_, response) => void response.writeHead(200).write('{"')),
    ],
    ['a hang-up', (register) => register.plays((request) => void request.socket.destroy())],
    ['a page', (register) => register.answers(200, '<html>Manutenção</html>')],
    ['nothing', (register) => register.answers(200, '')],
    ['too much', (register) => register.answers(200, `"${'a'.repeat(300_000)}"`)],
    ['another company', (register) => register.answers(200, minhaReceita)],
    ['no name', (register) => register.answers(200, { ...minhaReceita, razao_social: '' })],
    ['an error with 200', (register) => register.answers(200, { status: 'ERROR', message: 'limite' })],
  ];

  it.each(faults)('the second register answers when the first one fails with %s', async (_, breakIt) => {
    const cnpj = newCnpj();
    breakIt(company);
    otherCompany.answers(200, companyOf(cnpj));
    expect(await find(cnpj)).toMatchObject({ cnpj });
  });

  it('reports in a message that the lookup is unavailable when all registers fail', async () => {
    company.answers(500, {});
    otherCompany.plays(() => undefined);
    expect(await failToFind('cnpj', newCnpj())).toMatchObject({
      status: 503,
      type: 'unavailable',
      msg: 'A consulta está indisponível no momento. Preencha os dados manualmente.',
    });
  });

  it('does not cache a negative answer of one register while the other one fails', async () => {
    const cnpj = newCnpj();
    otherCompany.answers(500, {});
    expect(await failToFind('cnpj', cnpj)).toMatchObject({
      status: 404,
      msg: 'CNPJ não encontrado no cadastro público.',
    });
    otherCompany.answers(200, companyOf(cnpj));
    expect(await find(cnpj)).toMatchObject({ cnpj });
  });

  it('pauses a register for half a minute after three failures in a row, then tries once', async () => {
    company.answers(500, {});
    for (const _ of [1, 2, 3, 4, 5]) await failToFind('cnpj', newCnpj());
    expect(company.requests).toHaveLength(3);
    api.setClock(START + hour * 3_600_000 + 30_000);
    await Promise.all([failToFind('cnpj', newCnpj()), failToFind('cnpj', newCnpj())]);
    expect(company.requests).toHaveLength(4);
    api.setClock(START + hour * 3_600_000 + 60_000);
    const cnpj = newCnpj();
    company.answers(200, companyOf(cnpj));
    expect(await find(cnpj)).toMatchObject({ cnpj });
    expect(company.requests).toHaveLength(5);
  });

  it('respects the pause that a register requests', async () => {
    company.answers(429, {}, { 'retry-after': '120' });
    await failToFind('cnpj', newCnpj());
    company.answers(404, {});
    api.setClock(START + hour * 3_600_000 + 119_000);
    await failToFind('cnpj', newCnpj());
    expect(company.requests).toHaveLength(1);
    api.setClock(START + hour * 3_600_000 + 120_000);
    await failToFind('cnpj', newCnpj());
    expect(company.requests).toHaveLength(2);
  });
});

describe('an address', () => {
  const addressAt = (cep: string) => ({
    cep,
    state: 'PE',
    city: 'Recife',
    neighborhood: 'Recife',
    street: 'Rua',
  });

  it('finds an address by its CEP', async () => {
    const cep = newCep();
    address.answers(200, addressAt(cep));
    expect(await findCep(cep)).toMatchObject({ state: 'PE', city: 'Recife', street: 'Rua' });
    expect(address.requests[0]?.path).toBe(`/${cep}`);
  });

  it('reads an address from the fallback, in its own format and at its own path', async () => {
    const cep = newCep();
    address.answers(500, {});
    otherAddress.answers(200, { ...viaCep, cep: `${cep.slice(0, 5)}-${cep.slice(5)}` });
    expect(await findCep(cep)).toMatchObject({ state: 'SP', city: 'São Paulo', street: 'Rua Caiubi' });
    expect(otherAddress.requests[0]?.path).toBe(`/ws/${cep}/json`);
  });

  it.each([{ erro: true }, { erro: 'true' }])(
    'answers 404 for an address that ViaCEP does not have: %j',
    async (body) => {
      otherAddress.answers(200, body);
      expect(await failToFind('cep', newCep())).toMatchObject({ status: 404, msg: 'CEP inválido.' });
    },
  );

  it('refuses an invalid CEP without a query to any register', async () => {
    for (const wrong of ['123', '002123-25', 'abcdefgh'])
      expect(await failToFind('cep', wrong)).toMatchObject({ status: 400, msg: 'CEP inválido.' });
    expect(address.requests).toEqual([]);
  });
});

describe('access to lookups', () => {
  it('an account that may register a place can look up thirty times a minute', async () => {
    const cnpj = newCnpj();
    company.answers(200, companyOf(cnpj));
    const rui = await api.seed.person();
    for (let times = 0; times < 30; times += 1) await find(cnpj, rui);
    const refused = await failToFind('cnpj', cnpj, rui);
    expect(refused).toMatchObject({ status: 429, type: 'limit' });
    expect(refused.headers['retry-after']).toBe('60');
    expect(await find(cnpj)).toMatchObject({ cnpj });
  });

  it('refuses lookups by the read-only profile', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    expect(await failToFind('cnpj', newCnpj(), client)).toMatchObject({ status: 403 });
  });
});
