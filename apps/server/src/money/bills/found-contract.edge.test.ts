import { saveContract } from '@nascente/contract/money/billing-terms';
import { findContract, readBillText } from '@nascente/contract/money/found-contract';
import PDFDocument from 'pdfkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { formFile } from '../../testing/form-file.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let tax: string;
let establishment: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
});

const find = (text: string) =>
  api.succeed(findContract, `/establishment/${establishment}/found-contract`, {
    token: owner.token,
    payload: { day: '2026-09-30', text },
  });

// 54.321 kWh at R$ 0,70 before 18 % of ICMS and 9,25 % of PIS and COFINS.
const BILL = 'Consumo 54.321 kWh 51.098,16\nCOSIP 42,47\nMulta por atraso 12,00';

it('detects the stored tariff and the taxes of a bill, and stores them as the contract', async () => {
  const { found } = await find(BILL);
  expect(found).toMatchObject({
    basis: 'tariff',
    tariff: { _id: tax, validFrom: '2026-01-01' },
    modality: 'convencional',
    isFree: false,
    icms: 0.18,
    pisCofins: 0.0925,
    total: 51_152.63,
    unread: [],
    tax,
  });
  expect(found.lines.map(({ part, computed }) => [part, computed])).toEqual([
    ['energy', 51_098.16],
    ['cosip', null],
    ['own', null],
  ]);
  const { contract } = await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { type: 'eletric', validFrom: '2026-09-01', tax: found.tax, terms: found.terms },
  });
  expect(contract.inForce.terms).toMatchObject({
    modality: 'convencional',
    cosip: { mode: 'flat', amount: '42.47' },
    ownLines: [{ label: 'Multa por atraso', kind: 'fine', repeats: 'once', first: '2026-09-30' }],
    taxes: [{ icms: '0.18', pis: '0.0165', cofins: '0.076' }],
  });
});

it('distinguishes ICMS by substitution from a zero rate by the bill text, and stores it by line', async () => {
  // 54.321 kWh at R$ 0,70 before 9,25 % of PIS and COFINS.
  const bill = 'Consumo 54.321 kWh 41.900,49\nCOSIP 42,47';
  const { found } = await find(`${bill}\nICMS recolhido por substituição tributária`);
  expect(found).toMatchObject({ tax, icms: 0, noIcms: 'substituted', benefit: null, unread: [] });
  expect(found.terms.lineTaxes).toContainEqual({ line: 'energy-te', icms: 'substituted', pisCofins: true });
  const zero = (await find(bill)).found;
  expect([zero.icms, zero.noIcms, zero.terms.lineTaxes]).toEqual([0, null, undefined]);
});

it('explains what to do about a text without lines or with too many', async () => {
  const refusal = async (text: string) => {
    const payload = { day: '2026-09-30', text };
    return (
      await api.fail('POST', `/establishment/${establishment}/found-contract`, {
        token: owner.token,
        payload,
      })
    ).msg;
  };
  expect(await refusal('Itens da fatura')).toMatch('Não entendemos nenhuma linha');
  expect(await refusal('COSIP 42,47\n'.repeat(61))).toMatch('São no máximo 60 linhas');
});

it('searches one bill of an account at a time, and lets one more wait', async () => {
  const payload = { day: '2026-09-30', text: BILL };
  const url = `/establishment/${establishment}/found-contract`;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => api.inject('POST', url, { token: owner.token, payload })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
});

describe('reading the PDF of a bill', () => {
  const sent = async (content: string | Buffer) => ({
    token: owner.token,
    ...(await formFile('pdf', content)),
  });
  const url = () => `/establishment/${establishment}/bill-text`;
  const refusal = async (content: string | Buffer) =>
    (await api.fail('POST', url(), await sent(content))).msg;

  /** A page as distributors lay it out: columns, with what stands around the lines. */
  const pdfOf = (write: (page: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions = {}) =>
    new Promise<Buffer>((resolve) => {
      const page = new PDFDocument(options);
      const parts: Buffer[] = [];
      page.on('data', (part: Buffer) => parts.push(part));
      page.on('end', () => resolve(Buffer.concat(parts)));
      write(page);
      page.end();
    });
  const COLUMNS = [40, 260, 310, 360, 450];
  const asBill = (page: PDFKit.PDFDocument) => {
    page.fontSize(9).text('DISTRIBUIDORA S.A. Vencimento 10/07/2026 R$ 51.152,63', 40, 40);
    const rows = [
      ['Consumo', '54.321', 'kWh', '0,94067', '51.098,16'],
      ['COSIP', '', '', '', '42,47'],
      ['Multa por atraso', '', '', '', '12,00'],
      ['TOTAL', '', '', '', '51.152,63'],
    ];
    // Last rows first: a file need not hold its text in the order in which it is read.
    for (const [row, cells] of [...rows.entries()].toReversed())
      for (const [column, cell] of cells.entries())
        if (cell !== '') page.text(cell, COLUMNS[column], 200 + row * 14, { lineBreak: false });
  };

  it('reads a PDF line by line, and detects the contract from its lines', async () => {
    const { text, printedTotal } = await api.succeed(readBillText, url(), await sent(await pdfOf(asBill)));
    expect(printedTotal).toBe(51_152.63);
    expect(text.split('\n')).toEqual([
      'Consumo 54.321 kWh 0,94067 51.098,16',
      'COSIP 42,47',
      'Multa por atraso 12,00',
    ]);
    expect((await find(text)).found).toMatchObject({ basis: 'tariff', tax, total: 51_152.63 });
  });

  it('refuses with advice a PDF that is invalid, without text or lines, or with a password', async () => {
    expect(await refusal('%PDF-1.7 e nada mais')).toMatch('não é um PDF que se possa ler');
    expect(await refusal(await pdfOf((page) => page.rect(10, 10, 90, 90).fill()))).toMatch('é uma imagem');
    expect(await refusal(await pdfOf((page) => page.text('Bom dia')))).toMatch(
      'Não achamos linhas de fatura',
    );
    expect(await refusal(await pdfOf(asBill, { userPassword: 'segredo' }))).toMatch('pede senha');
    expect(await refusal(Buffer.alloc(6 * 1024 * 1024))).toBe('O PDF deve ter no máximo 5 MB.');
  });
});
