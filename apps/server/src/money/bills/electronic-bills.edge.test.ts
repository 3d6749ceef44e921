import { saveContract } from '@nascente/contract/money/billing-terms';
import { type ElectronicBillAnswer, readElectronicBill } from '@nascente/contract/money/electronic-bills';
import {
  editUtilityBill,
  enterUtilityBill,
  listUtilityBills,
  readReconciliation,
} from '@nascente/contract/money/utility-bills';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { type NoteOptions, noteOf, syntheticNote } from '@nascente/domain/money/testing/electronic-bills';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { formFile } from '../../testing/form-file.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { signedNote } from './testing/signed-note.ts';

const UNIT = '7012470655';
let api: TestApi;
let owner: SeededPerson;
let tax: string;
let establishment: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
});
beforeEach(async () => {
  establishment = await api.seed.establishment(owner, { consumer_unit: UNIT });
});

const LIGHT = 'b1-convencional-light-2026-08';
const lightNote = (options: NoteOptions = {}) => syntheticNote(LIGHT, options);
const url = () => `/establishment/${establishment}/electronic-bill`;
const sent = async (content: string | Buffer) => ({
  token: owner.token,
  ...(await formFile('file', content)),
});
const read = async (content: string | Buffer): Promise<ElectronicBillAnswer> =>
  (await api.succeed(readElectronicBill, url(), await sent(content))).bill;
const refusal = async (content: string | Buffer) => {
  const { status, errors, msg } = await api.fail('POST', url(), await sent(content));
  return `${status} ${errors?.[0]?.msg ?? msg}`;
};
const bodyOf = ({ entered, period, total, accessKey, unitCode }: ElectronicBillAnswer) => ({
  ...entered,
  ...period,
  total,
  nf3e: { accessKey, unitCode },
});
const bills = `/utility-bills`;
const enter = async (payload: object) =>
  (
    await api.succeed(enterUtilityBill, `/establishment/${establishment}${bills}`, {
      token: owner.token,
      payload,
    })
  ).bill;
const SAME_NOTE =
  'Esta nota já está guardada. Para mudar os valores, abra a fatura guardada dela e altere-a.';
const refuseBill = async (payload: object) => {
  const { status, msg } = await api.fail('POST', `/establishment/${establishment}${bills}`, {
    token: owner.token,
    payload,
  });
  return [status, msg];
};
const list = async () =>
  (await api.succeed(listUtilityBills, `/establishment/${establishment}${bills}`, { token: owner.token }))
    .bills;

describe('the note of an establishment', () => {
  it('returns header, lines with taxes, and totals, and stores nothing', async () => {
    const note = syntheticNote('b-convencional-gd-copel-2026-05', { hasVat: true });
    const bill = await read(note.xml);
    expect(bill).toMatchObject({
      accessKey: note.key,
      number: '1',
      issuedOn: '2026-08-05',
      holder: { name: 'PADARIA DO TESTE LTDA', document: '11222333000181' },
      unitCode: UNIT,
      isOfUnit: true,
      signature: 'absent',
      period: { start: '2026-07-06', end: '2026-08-04' },
      cycle: { start: '2026-07-01', end: '2026-07-31' },
      due: '2027-01-12',
      total: note.total / 100,
      addsVat: true,
      taxes: { cbs: note.taxes.cbs / 100, ibs: note.taxes.ibs / 100, pis: 0 },
      warnings: [],
      stored: null,
      sameDays: null,
      entered: { consumed: { outPoint: 2716 }, demand: {}, others: null },
    });
    expect(bill.lines.map(({ label, amount, part }) => [label, amount, part])).toEqual(
      note.lines.map(({ label, amount }) => [label, amount / 100, expect.any(String)]),
    );
    expect(bill.lines.map(({ part }) => part)).toEqual([
      'energy',
      'energy',
      ...Array.from({ length: 8 }, () => 'compensation'),
      'flag',
      'flag',
      'cosip',
    ]);
    expect(await list()).toEqual([]);
  });

  it('reports a signature that fits, and one of a changed note', async () => {
    const signed = signedNote(lightNote().xml);
    expect((await read(signed)).signature).toBe('matches');
    expect((await read(signed.replace('>471.92<', '>471.93<'))).signature).toBe('broken');
  });

  it('is stored, compared like an entered bill, and not stored twice', async () => {
    const meter = await api.seed.meter(establishment);
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
      token: owner.token,
      payload: { validFrom: '2026-01-01', tax, terms: aContract({}) },
    });
    // 200 kWh by the contract are 179.71, 4.83 and 12.34.
    const lines = [
      ['Consumo', 200, null, 179.71],
      ['Adicional bandeira amarela', 200, null, 4.83],
      ['COSIP', null, null, 12.34],
    ] as const;
    const rates = { icms: 0.18, pis: 0.0089, cofins: 0.0411 };
    const { xml } = noteOf({ name: 'Teste', lines }, rates, { readings: ['2026-09-01', '2026-10-01'] });
    const bill = await read(xml);
    const entered = await enter(bodyOf(bill));
    expect(entered).toMatchObject({
      start: '2026-09-01',
      end: '2026-09-30',
      total: 196.88,
      consumed: { outPoint: 200 },
      others: 12.34,
      lines: [{ label: 'COSIP', kind: 'lighting', value: { mode: 'amount', amount: '12.34' } }],
      nf3e: { accessKey: bill.accessKey, unitCode: UNIT },
    });
    const { reconciliation } = await api.succeed(
      readReconciliation,
      `/establishment/${establishment}${bills}/${entered.id}/reconciliation`,
      { token: owner.token },
    );
    expect(reconciliation).toMatchObject({
      difference: 0,
      lines: [{ label: 'COSIP', billed: 12.34, expected: 12.34 }],
      findings: [],
    });
    // The note rounds the taxes of each line, the computed bill those of the whole.
    const ofTaxes = reconciliation.parts.find(({ cause }) => cause === 'taxes')?.amount;
    expect(Math.abs(ofTaxes ?? 1)).toBeLessThan(0.1);

    expect(await read(xml)).toMatchObject({ stored: entered.id, sameDays: null });
    expect(await enter(bodyOf(bill))).toEqual(entered);
    for (const change of [{ total: 1 }, { note: 'Paga' }])
      expect(await refuseBill({ ...bodyOf(bill), ...change })).toEqual([409, SAME_NOTE]);
    expect(await list()).toEqual([entered]);
    const admin = await api.seed.person({ profile: 'Admin' });
    const { events } = await api.succeed(
      readAuditTrail,
      `/admin/audit?action=utility-bill-entered&account=${owner.id}`,
      { token: admin.token },
    );
    expect(events.filter(({ detail }) => detail.accessKey === bill.accessKey)).toHaveLength(1);
  });

  it('replaces the typed bill of the same days on request', async () => {
    const typed = await enter({ start: '2026-07-06', end: '2026-08-04', total: 400, note: 'Paga' });
    const bill = await read(lightNote().xml);
    expect(bill).toMatchObject({ stored: null, sameDays: typed.id });
    const path = `/establishment/${establishment}${bills}`;
    expect((await api.fail('POST', path, { token: owner.token, payload: bodyOf(bill) })).status).toBe(409);
    const edited = await api.succeed(editUtilityBill, `${path}/${typed.id}`, {
      token: owner.token,
      payload: bodyOf(bill),
    });
    expect(edited.bill).toMatchObject({ total: 471.92, note: 'Paga', nf3e: { accessKey: bill.accessKey } });
    expect(await read(lightNote().xml)).toMatchObject({ stored: typed.id });
  });

  it('is stored once if two people store it at the same time, or by another bill', async () => {
    const payload = bodyOf(await read(lightNote().xml));
    const days = [payload, { ...payload, start: '2026-07-07' }, { ...payload, start: '2026-07-08' }];
    const path = `/establishment/${establishment}${bills}`;
    const answers = await Promise.all(
      days.map((of) => api.inject('POST', path, { token: owner.token, payload: of })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject({ msg: SAME_NOTE });
    const typed = await enter({ start: '2026-06-01', end: '2026-06-30', total: 400 });
    const { status, msg } = await api.fail('PATCH', `${path}/${typed.id}`, {
      token: owner.token,
      payload: { nf3e: payload.nf3e },
    });
    expect([status, msg]).toEqual([409, SAME_NOTE]);
  });

  it('states no days if the note has no readings', async () => {
    const bill = await read(lightNote({ readings: null }).xml);
    expect(bill).toMatchObject({ period: null, cycle: null, sameDays: null });
  });

  it('refuses a key that is not of an NF3e', async () => {
    const bill = bodyOf(await read(lightNote().xml));
    const nf3e = { ...bill.nf3e, accessKey: bill.nf3e.accessKey.replace('66001', '55001') };
    const failure = await api.fail('POST', `/establishment/${establishment}${bills}`, {
      token: owner.token,
      payload: { ...bill, nf3e },
    });
    expect(failure.errors?.[0]).toEqual({
      path: 'nf3e.accessKey',
      msg: 'A chave de acesso não é de uma NF3e.',
    });
  });

  it('stores only the sum of more lines outside the tariff than a bill may list', async () => {
    const fines = Array.from({ length: 61 }, (_, index) => [`Multa ${index}`, null, null, 1] as const);
    const { xml } = noteOf({ name: 'Teste', lines: fines }, {});
    expect((await read(xml)).entered).toMatchObject({ lines: null, others: 61 });
  });
});

describe('the unit of a note', () => {
  it('refuses another unit by its code, name and CNPJ', async () => {
    expect(await refusal(lightNote({ unit: '55' }).xml)).toBe(
      '400 Esta fatura é da unidade 55 (PADARIA DO TESTE LTDA, CNPJ 11.222.333/0001-81), e este estabelecimento é da unidade 7012470655. Abra o estabelecimento certo, ou corrija a unidade consumidora no cadastro deste.',
    );
  });

  it('refuses another CNPJ if no unit is registered', async () => {
    establishment = await api.seed.establishment(owner, { cnpj: '73797980000179' });
    expect(await refusal(lightNote().xml)).toMatch('este estabelecimento é do CNPJ 73.797.980/0001-79');
  });

  it('leaves the answer to a person if nothing is registered, and remembers it with the stored bill', async () => {
    establishment = await api.seed.establishment(owner);
    const bill = await read(lightNote().xml);
    expect(bill.isOfUnit).toBe(false);
    await enter(bodyOf(bill));
    const next = { number: 2, readings: ['2026-08-05', '2026-09-04'] } as const;
    expect((await read(lightNote(next).xml)).isOfUnit).toBe(true);
    expect(await refusal(lightNote({ ...next, unit: '55' }).xml)).toMatch('da unidade 7012470655');
  });

  const mailOf = (...notes: readonly string[]): string =>
    [
      'From: conta@distribuidora.example',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=limite',
      '',
      ...notes.flatMap((xml) => [
        '--limite',
        'Content-Type: text/xml',
        'Content-Disposition: attachment; filename=nota.xml',
        '',
        xml,
      ]),
      '--limite--',
      '',
    ].join('\r\n');

  it('takes its own note from an e-mail with those of several units', async () => {
    const mail = mailOf(lightNote({ unit: '55' }).xml, lightNote({ number: 2 }).xml);
    expect(await read(mail)).toMatchObject({ number: '2', isOfUnit: true });
  });

  it('names the notes of an e-mail if it is not clear which one is meant', async () => {
    const two = mailOf(lightNote({ number: 1 }).xml, lightNote({ number: 2, readings: null }).xml);
    expect(await refusal(two)).toMatch(
      /O arquivo traz 2 notas: da unidade 7012470655 .*6 jul – 4 ago 2026; da unidade/,
    );
    establishment = await api.seed.establishment(owner);
    expect(await refusal(mailOf(lightNote({ unit: '55' }).xml, lightNote({ number: 2 }).xml))).toMatch(
      /O arquivo traz 2 notas: da unidade 55 .*; da unidade 7012470655/,
    );
  });

  it('names a note without unit and customer', async () => {
    establishment = await api.seed.establishment(owner);
    const bare = (number: number) =>
      lightNote({ number, unit: '' })
        .xml.replace(/<dest>.*<\/dest>/, '')
        .replace('<idCodCliente>900', '<idCodCliente>');
    expect(await refusal(mailOf(bare(1), bare(2)))).toMatch(
      'sem código de unidade, 6 jul – 4 ago 2026; sem código',
    );
  });
});

describe('files that are no note', () => {
  it.each([
    [
      'an XML of another model',
      '<nfeProc><NFe><infNFe Id="NFe1"/></NFe></nfeProc>',
      /um documento “nfeProc”/,
    ],
    ['a truncated note', lightNote().xml.slice(0, -30), /incompleto ou danificado/],
    ['a cancelled note', lightNote({ status: '101' }).xml, /foi cancelada/],
    ['a PDF', '%PDF-1.7', /é o PDF da fatura/],
  ])('refuses %s', async (_, content, message) => {
    expect(await refusal(content)).toMatch(message);
  });

  it('refuses a file that is too large, before and after it is read', async () => {
    expect(await refusal('a'.repeat(5 * 1024 * 1024 + 1))).toMatch('413 O arquivo deve ter no máximo 5 MB.');
    const wide = `<a>${'<b/>'.repeat(1_200_000)}</a>`;
    expect(await refusal(wide)).toMatch(/413 Este arquivo é pesado demais/);
  }, 30_000);

  it('refuses expanding entities at once', async () => {
    const entities = Array.from(
      { length: 30 },
      (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`,
    );
    const bomb = `<!DOCTYPE a [<!ENTITY e0 "x">${entities.join('')}]><a>&e30;</a>`;
    expect(await refusal(bomb)).toMatch('400 O XML está incompleto ou danificado');
  });
});
