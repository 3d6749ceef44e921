import { createHash, sign } from 'node:crypto';
import { createTestCertificate } from '../../../testing/test-certificate.ts';

const NF3E = 'http://www.portalfiscal.inf.br/nf3e';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** The XML of a synthetic note with the signature that the layout of NF3e requires: RSA with SHA-1 over canonical XML. */
export const signedNote = (xml: string): string => {
  const [, opening = '', content = ''] = /<infNF3e([^>]*)>(.*)<\/infNF3e>/s.exec(xml) ?? [];
  const id = /Id="([^"]*)"/.exec(opening)?.[1] ?? '';
  // Canonical XML has the namespace in scope first, and attributes by name.
  const canonical = `<infNF3e xmlns="${NF3E}" Id="${id}" versao="1.00">${content}</infNF3e>`;
  const digest = createHash('sha1').update(canonical).digest('base64');
  const empty = (name: string, algorithm: string) => `<${name} Algorithm="${algorithm}"></${name}>`;
  const info = [
    empty('CanonicalizationMethod', C14N),
    empty('SignatureMethod', `${DSIG}rsa-sha1`),
    `<Reference URI="#${id}"><Transforms>${empty('Transform', `${DSIG}enveloped-signature`)}${empty('Transform', C14N)}</Transforms>`,
    `${empty('DigestMethod', `${DSIG}sha1`)}<DigestValue>${digest}</DigestValue></Reference>`,
  ].join('');
  const { cert, key } = createTestCertificate('Distribuidora de teste', 1, 'rsa');
  const value = sign('sha1', Buffer.from(`<SignedInfo xmlns="${DSIG}">${info}</SignedInfo>`), key);
  const certificate = cert.replaceAll(/-----[^-]*-----|\s/g, '');
  const keyInfo = `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>`;
  // Empty elements may be written short; canonical XML writes both tags.
  const written = info.replaceAll(/><\/\w+Method>|><\/Transform>/g, '/>');
  const signature = `<Signature xmlns="${DSIG}"><SignedInfo>${written}</SignedInfo><SignatureValue>${value.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}</SignatureValue>${keyInfo}</Signature>`;
  return xml.replace('</infNF3e>', `</infNF3e>${signature}`);
};
