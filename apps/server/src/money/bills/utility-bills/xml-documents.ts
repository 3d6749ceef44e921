import { Readable } from 'node:stream';
import type { XmlElement } from '@nascente/domain/money/electronic-bill/xml-element';
import PostalMime from 'postal-mime';
import { refuseField } from '../../../platform/errors.ts';
import { xmlEvents } from '../../../platform/files/xml-events.ts';

/** An element while it is read. */
interface OpenElement extends XmlElement {
  readonly nodes: (XmlElement | string)[];
}

const BROKEN = 'O XML está incompleto ou danificado: baixe-o ou salve-o novamente.';
const NO_XML = 'Este arquivo não é um XML nem um e-mail salvo (.eml). Envie o XML da fatura (NF3e).';
const NO_ATTACHMENT =
  'Este e-mail não traz nenhum XML em anexo: procure o XML da fatura (NF3e) no site da distribuidora.';

/** Formats that users have instead of the XML, by their first characters. */
const OTHER_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^%PDF/, 'Este arquivo é o PDF da fatura. Envie o XML dela (NF3e), ou lance a fatura pelo formulário.'],
  [/^PK/, 'Este arquivo está compactado: extraia o XML de dentro dele e envie só o XML.'],
];
/** A header field of an e-mail (RFC 5322), or the line before it in a mailbox. */
const MAIL = /^(From |[!-9;-~]+:)/;
const DECLARED = /^<\?xml[^>]*encoding=["']([\w-]+)["']/;

const decode = (bytes: Uint8Array): string => {
  const declared = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared).decode(bytes);
  } catch {
    return refuseField('file', `Não lemos XML com a codificação “${declared}”: peça o XML em UTF-8.`);
  }
};

/** The root of an XML text; line ends become line feeds, as XML requires of a parser. */
const rootOf = async (text: string): Promise<XmlElement> => {
  const document: OpenElement = { name: '', prefix: '', attributes: {}, nodes: [] };
  const open = [document];
  const events = xmlEvents(Readable.from([text.replaceAll(/\r\n?/g, '\n')]), {
    open: (name, attributes, prefix) => {
      const element: OpenElement = { name, prefix, attributes, nodes: [] };
      open.at(-1)?.nodes.push(element);
      open.push(element);
    },
    text: (content) => void open.at(-1)?.nodes.push(content),
    close: () => void open.pop(),
  });
  for await (const _ of events);
  return document.nodes.find((node) => typeof node !== 'string') ?? refuseField('file', BROKEN);
};

const attachments = async (file: Uint8Array): Promise<string[]> => {
  const mail = await PostalMime.parse(file);
  return mail.attachments.flatMap(({ content }) => {
    const text = typeof content === 'string' ? content : decode(new Uint8Array(content));
    return /^\uFEFF?\s*</.test(text) && !/^\uFEFF?\s*<!doctype html/i.test(text) ? [text] : [];
  });
};

/** The roots of the XML documents of a file: of an XML file, or of the attachments of an e-mail. */
export const readXmlDocuments = async (file: Uint8Array): Promise<XmlElement[]> => {
  const text = decode(file);
  const start = text.trimStart().slice(0, 2000);
  const other = OTHER_FORMATS.find(([pattern]) => pattern.test(start));
  if (other !== undefined) refuseField('file', other[1]);
  const isMail = !start.startsWith('<') && MAIL.test(start);
  if (!isMail && !start.startsWith('<')) refuseField('file', NO_XML);
  const texts = isMail ? await attachments(file) : [text.trimStart()];
  if (texts.length === 0) refuseField('file', NO_ATTACHMENT);
  const read = await Promise.allSettled(texts.map(rootOf));
  const roots = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return roots.length === 0 ? refuseField('file', BROKEN) : roots;
};
