import { noteElement } from '@nascente/domain/money/electronic-bill/read-notes';
import { syntheticNote } from '@nascente/domain/money/testing/electronic-bills';
import { expect, it } from 'vitest';
import { signedNote } from '../testing/signed-note.ts';
import { readXmlDocuments } from './xml-documents.ts';
import { signatureOf } from './xml-signature.ts';

const { xml, key } = syntheticNote('b1-convencional-light-2026-08');
const signed = signedNote(xml);

const stateOf = async (text: string) => {
  const roots = await readXmlDocuments(Buffer.from(text));
  return signatureOf(roots, noteElement(roots, key));
};

it.each([
  ['as signed', signed, 'matches'],
  [
    'with other line ends and an XML comment',
    signed.replace('<KeyInfo>', '<!-- x -->\r\n<KeyInfo>'),
    'matches',
  ],
  [
    'with attributes in another order',
    signed.replace(/<infNF3e ([^ >]+) ([^ >]+)>/, '<infNF3e $2 $1>'),
    'matches',
  ],
  ['with a changed amount', signed.replace('<vNF>471.92</vNF>', '<vNF>471.93</vNF>'), 'broken'],
  ['with a changed signature value', signed.replace(/<SignatureValue>../, '<SignatureValue>AA'), 'broken'],
  ['without a signature', xml, 'absent'],
  ['with another canonicalization', signed.replaceAll('REC-xml-c14n-20010315', 'other'), 'unverified'],
  ['with an unknown hash', signed.replace('xmldsig#sha1', 'xmldsig#md5'), 'unverified'],
  ['with a reference to another element', signed.replace(/URI="#NF3e./, 'URI="#NF3e9'), 'unverified'],
  [
    'with an unreadable certificate',
    signed.replace(/<X509Certificate>..../, '<X509Certificate>AAAA'),
    'unverified',
  ],
  ['without a certificate', signed.replace(/<X509Certificate>.*<\/X509Certificate>/, ''), 'unverified'],
  ['with a prefixed attribute', signed.replace('<emit>', '<emit xmlns:a="a" a:b="1">'), 'unverified'],
  ['without SignedInfo', signed.replace(/<SignedInfo>.*<\/SignedInfo>/s, ''), 'unverified'],
])('reports the signature of a note %s', async (_, text, state) => {
  expect(await stateOf(text)).toBe(state);
});

it('includes the namespaces around a signed element, as inclusive canonical XML does', async () => {
  expect(await stateOf(signed.replace('<nf3eProc ', '<nf3eProc xmlns:z="urn:z" '))).toBe('broken');
});
