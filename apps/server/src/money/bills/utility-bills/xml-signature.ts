import { createHash, verify, X509Certificate } from 'node:crypto';
import type { signatureStates } from '@nascente/contract/money/electronic-bills';
import {
  childrenOf,
  elementAt,
  textAt,
  type XmlElement,
} from '@nascente/domain/money/electronic-bill/xml-element';

type SignatureState = (typeof signatureStates)[number];
/** Namespaces by prefix; the default one has the prefix ''. */
type Namespaces = ReadonlyMap<string, string>;

const CANONICAL = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** Hashes by the end of the algorithm's name; NF3e uses SHA-1. */
const HASHES: Readonly<Record<string, string>> = {
  sha1: 'sha1',
  'rsa-sha1': 'sha1',
  sha256: 'sha256',
  'rsa-sha256': 'sha256',
};

const XMLNS = /^xmlns(?::(.*))?$/;
const withDeclared = (scope: Namespaces, { attributes }: XmlElement): Namespaces =>
  new Map([
    ...scope,
    ...Object.entries(attributes).flatMap(([name, uri]): [string, string][] => {
      const found = XMLNS.exec(name);
      return found === null ? [] : [[found[1] ?? '', uri]];
    }),
  ]);

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const escapedText = (text: string): string => text.replaceAll(/[&<>\r]/g, (found) => ESCAPES[found] ?? '');
const escapedValue = (text: string): string =>
  text.replaceAll(/[&<"\t\n\r]/g, (found) => ESCAPES[found] ?? '');

class Unsupported extends Error {}

/**
 * Canonical XML 1.0 without comments, of an element with the namespaces around it. Attributes with a prefix are not supported:
 * notes have none. @throws Unsupported
 */
const canonical = (element: XmlElement, around: Namespaces, rendered: Namespaces = new Map()): string => {
  const scope = withDeclared(around, element);
  const declared = [...scope].filter(([prefix, uri]) => (rendered.get(prefix) ?? '') !== uri);
  const attributes = Object.entries(element.attributes).filter(([name]) => !XMLNS.test(name));
  if (attributes.some(([name]) => name.includes(':'))) throw new Unsupported();
  const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1);
  const inside = [
    ...declared
      .sort(byName)
      .map(([prefix, uri]): [string, string] => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri]),
    ...attributes.sort(byName),
  ].map(([name, value]) => ` ${name}="${escapedValue(value)}"`);
  const name = element.prefix === '' ? element.name : `${element.prefix}:${element.name}`;
  const content = element.nodes.map((node) =>
    typeof node === 'string' ? escapedText(node) : canonical(node, scope, scope),
  );
  return `<${name}${inside.join('')}>${content.join('')}</${name}>`;
};

/** The namespaces around an element below a root; null if it is not there. */
const namespacesAround = (
  root: XmlElement,
  element: XmlElement,
  scope: Namespaces = new Map(),
): Namespaces | null => {
  if (root === element) return scope;
  const inside = withDeclared(scope, root);
  for (const child of childrenOf(root)) {
    const found = namespacesAround(child, element, inside);
    if (found !== null) return found;
  }
  return null;
};

const algorithmOf = (element: XmlElement | undefined): string => element?.attributes.Algorithm ?? '';
const hashOf = (element: XmlElement | undefined): string => {
  const hash = HASHES[algorithmOf(element).split('#').at(-1) ?? ''];
  if (hash === undefined) throw new Unsupported();
  return hash;
};
const packed = (text: string): string => text.replaceAll(/\s/g, '');

const check = (roots: readonly XmlElement[], note: XmlElement, signature: XmlElement): SignatureState => {
  const info = elementAt(note, 'infNF3e');
  const signed = elementAt(signature, 'SignedInfo');
  const reference = elementAt(signed, 'Reference');
  if (info === undefined || signed === undefined || reference === undefined) return 'unverified';
  const transforms = childrenOf(elementAt(reference, 'Transforms') ?? reference, 'Transform').map(
    algorithmOf,
  );
  const isUsual =
    [
      algorithmOf(elementAt(signed, 'CanonicalizationMethod')),
      ...transforms.filter((one) => one !== ENVELOPED),
    ].every((one) => one === CANONICAL) && reference.attributes.URI === `#${info.attributes.Id}`;
  if (!isUsual) return 'unverified';
  const textOf = (element: XmlElement): string =>
    canonical(
      element,
      roots.map((root) => namespacesAround(root, element)).find((scope) => scope !== null) ?? new Map(),
    );
  const digest = createHash(hashOf(elementAt(reference, 'DigestMethod')))
    .update(textOf(info))
    .digest('base64');
  if (digest !== packed(textAt(reference, 'DigestValue'))) return 'broken';
  const hash = hashOf(elementAt(signed, 'SignatureMethod'));
  const certificate = packed(textAt(signature, 'KeyInfo', 'X509Data', 'X509Certificate'));
  if (certificate === '') return 'unverified';
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const value = Buffer.from(packed(textAt(signature, 'SignatureValue')), 'base64');
  return verify(hash, Buffer.from(textOf(signed)), publicKey, value) ? 'matches' : 'broken';
};

/**
 * Whether the signature of a note fits its content: the digest of `infNF3e`, and the signature of that digest by the certificate
 * in the file. Who issued the certificate is not verified. `unverified`: another form of signature than that of notes.
 */
export const signatureOf = (roots: readonly XmlElement[], note: XmlElement | null): SignatureState => {
  const signature = elementAt(note ?? undefined, 'Signature');
  if (note === null || signature === undefined) return 'absent';
  try {
    return check(roots, note, signature);
  } catch {
    // Unsupported algorithms, and a certificate that is none.
    return 'unverified';
  }
};
