import sax from 'sax';
import { InvalidInput } from '../errors.ts';

/** Events of a document in order. Names have no namespace prefixes. */
interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>, prefix: string): void;
  text?(text: string): void;
  close?(name: string): void;
}

const BROKEN = 'O arquivo XML está danificado.';
/** Expected formats nest about ten deep. The parser holds every open element in memory. */
const MAX_DEPTH = 100;
/** A root element of expected formats has about thirty attributes, mostly namespaces. The parser holds all of them in memory. */
const MAX_ATTRIBUTES = 200;
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const prefixOf = (name: string): string => name.slice(0, Math.max(name.indexOf(':'), 0));

/**
 * Reads XML while it arrives, and yields after each chunk. A document type is refused, so that only the entities of XML itself
 * exist. Throws InvalidInput if the text is not well-formed, nests too deep or has too many attributes in an element.
 */
export async function* xmlEvents(
  chunks: AsyncIterable<Buffer | string>,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = sax.parser(true, { strictEntities: true } as sax.SAXOptions);
  const refuse = (): never => {
    throw new InvalidInput(BROKEN);
  };
  parser.onerror = refuse;
  parser.ondoctype = refuse;
  let depth = 0;
  let attributesOfElement = 0;
  parser.onattribute = () => {
    attributesOfElement += 1;
    if (attributesOfElement > MAX_ATTRIBUTES) refuse();
  };
  parser.onopentag = ({ name, attributes }) => {
    attributesOfElement = 0;
    depth += 1;
    if (depth > MAX_DEPTH) refuse();
    handler.open?.(localName(name), attributes as Record<string, string>, prefixOf(name));
  };
  parser.ontext = (text) => handler.text?.(text);
  parser.oncdata = (text) => handler.text?.(text);
  parser.onclosetag = (name) => {
    depth -= 1;
    handler.close?.(localName(name));
  };
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.write(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.close();
}
