import { readNotes } from '@nascente/domain/money/electronic-bill/read-notes';
import { ELECTRICITY_BILLS, syntheticNote } from '@nascente/domain/money/testing/electronic-bills';
import { describe, expect, it } from 'vitest';
import { readXmlDocuments } from './xml-documents.ts';

const { xml } = syntheticNote('b1-convencional-light-2026-08');
const PART = '--=_limite';
const mailOf = (...parts: readonly string[]): string =>
  [
    'From: conta@distribuidora.example',
    'Subject: =?utf-8?Q?Sua_conta_de_luz?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=_limite"',
    '',
    ...parts.flatMap((part) => [PART, part]),
    `${PART}--`,
    '',
  ].join('\r\n');
const attachment = (content: string, name = 'nota.xml', type = 'application/octet-stream'): string =>
  [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ].join('\r\n');
const TEXT = 'Content-Type: text/html\r\n\r\n<p>Segue a conta.</p>';

const read = (content: string | Uint8Array) => readXmlDocuments(Buffer.from(content as string));
const billsIn = async (content: string | Uint8Array) => readNotes(await read(content)).bills;

describe.each(ELECTRICITY_BILLS)('the XML text of $id', ({ id }) => {
  it.each([false, true])('is read back to the cent, with CBS and IBS: %s', async (hasVat) => {
    const note = syntheticNote(id, { hasVat });
    const [bill] = await billsIn(note.xml);
    expect(bill?.accessKey).toBe(note.key);
    expect(bill?.issuer.name).toBe(`Distribuidora & Cia. (${note.name})`);
    expect(bill?.lines.map(({ label, amount, taxes }) => ({ label, amount: Number(amount), taxes }))).toEqual(
      note.lines.map(({ label, amount, taxes }) => ({ label, amount, taxes })),
    );
    expect(bill?.totals.document ?? bill?.totals.note).toBe(note.total);
    expect(bill?.totals.taxes).toEqual(note.taxes);
  });
});

it('reads a note in an e-mail, beside its text, a PDF and another XML that is damaged', async () => {
  const mail = mailOf(
    TEXT,
    attachment('%PDF-1.7', 'fatura.pdf'),
    attachment('<a>', 'outro.xml'),
    attachment(xml),
  );
  expect((await billsIn(mail)).map(({ number }) => number)).toEqual(['1']);
});

it('reads a note of a forwarded e-mail', async () => {
  const inner = [
    'Content-Type: message/rfc822',
    '',
    mailOf(TEXT, attachment(xml)).replaceAll('=_limite', '=_dentro'),
  ];
  expect(await billsIn(mailOf(inner.join('\r\n')))).toHaveLength(1);
});

it('reads a note with a byte order mark, with blanks before it, and in Latin-1', async () => {
  expect(await billsIn(`\uFEFF${xml}`)).toHaveLength(1);
  expect(await billsIn(`\n  ${xml}`)).toHaveLength(1);
  const latin = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1').replace('PADARIA', 'PÃO'), 'latin1');
  expect((await billsIn(latin))[0]?.holder.name).toBe('PÃO DO TESTE LTDA');
});

it.each([
  ['a PDF', '%PDF-1.7 x', /é o PDF da fatura/],
  ['a ZIP', 'PK\u0003\u0004', /compactado/],
  ['another text', 'uma conta', /não é um XML nem um e-mail/],
  ['an empty file', ' ', /não é um XML nem um e-mail/],
  ['an e-mail without XML', mailOf(TEXT, attachment('<!DOCTYPE html><p>', 'a.html')), /não traz nenhum XML/],
  ['a truncated note', xml.slice(0, xml.length / 2), /incompleto ou danificado/],
  ['an e-mail with a truncated note', mailOf(attachment(xml.slice(0, 900))), /incompleto ou danificado/],
  ['an unknown encoding', xml.replace('UTF-8', 'x-martian'), /codificação “x-martian”/],
  [
    'expanding entities',
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]><a>&c;</a>`,
    /incompleto ou danificado/,
  ],
  ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', /danificado/],
  ['deep nesting', '<a>'.repeat(100_000), /danificado/],
])('refuses %s', async (_, content, message) => {
  const refusal = await read(content).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ errors: [{ path: 'file', msg: expect.stringMatching(message) }] });
});
