import { accessKeyIn, ELECTRICITY_MODEL, isAccessKey, modelOf, OTHER_MODELS } from './access-key.ts';
import { type ElectronicBill, readElectronicBill, unreadableNumber } from './electronic-bill.ts';
import { elementAt, elementsNamed, elementsOf, textAt, type XmlElement } from './xml-element.ts';

/** The notes of the documents of a file, or the reason in Portuguese why none of them can be used. */
export type ReadNotes =
  | { readonly bills: readonly ElectronicBill[]; readonly refusal: null }
  | { readonly bills: readonly []; readonly refusal: string };

/** Event types of a cancellation. */
const CANCELLATION = '110111';
/** Status codes of the tax office: authorised, and authorised late. */
const AUTHORIZED: readonly string[] = ['100', '150'];
const CANCELLED: readonly string[] = ['101', '135', '151', '155'];
const TEST_ENVIRONMENT = '2';

const again = 'Peça à distribuidora, ou baixe do site dela, o XML completo da fatura.';

/** What another document is: by the model in its access key, or by the name of its root. */
function otherDocument(roots: readonly XmlElement[]): string {
  const keys = roots.flatMap((root) =>
    [...elementsOf(root)].flatMap(({ attributes }) => accessKeyIn(attributes.Id) ?? []),
  );
  const model = keys.map(modelOf).find((one) => OTHER_MODELS[one] !== undefined);
  const what = OTHER_MODELS[model ?? ''] ?? `um documento “${roots[0]?.name ?? ''}”`;
  return `Este XML é ${what}. A fatura de energia é uma NF3e (modelo 66): envie o XML dela.`;
}

/** Keys of the notes that an event or an answer of the tax office in the documents cancels. */
const cancelledKeys = (roots: readonly XmlElement[]): ReadonlySet<string> =>
  new Set(
    [
      ...elementsNamed(roots, 'infEvento').filter((event) => textAt(event, 'tpEvento') === CANCELLATION),
      ...elementsNamed(roots, 'infProt').filter((answer) => CANCELLED.includes(textAt(answer, 'cStat'))),
    ].map((one) => textAt(one, 'chNF3e')),
  );

/** Answers of the tax office by access key. */
const protocols = (roots: readonly XmlElement[]): ReadonlyMap<string, XmlElement> =>
  new Map(elementsNamed(roots, 'infProt').map((protocol) => [textAt(protocol, 'chNF3e'), protocol]));

/** The access key of a note that the elements repeat with another content, or null. */
function ambiguousKey(infos: readonly XmlElement[]): string | null {
  const firstOf = new Map<string, XmlElement>();
  for (const info of infos) {
    const key = accessKeyIn(info.attributes.Id) ?? '';
    const first = firstOf.get(key) ?? info;
    if (key !== '' && first !== info && JSON.stringify(first) !== JSON.stringify(info)) return key;
    firstOf.set(key, first);
  }
  return null;
}

function refusalOf(info: XmlElement, key: string, cancelled: ReadonlySet<string>): string | null {
  if (modelOf(key) !== ELECTRICITY_MODEL) return otherDocument([info]);
  if (!isAccessKey(key))
    return `O dígito verificador da chave de acesso ${key} está errado: o arquivo foi alterado. ${again}`;
  if (cancelled.has(key))
    return `A nota ${key} foi cancelada: peça à distribuidora a que vale no lugar dela.`;
  if (textAt(info, 'ide', 'tpAmb') === TEST_ENVIRONMENT)
    return 'Esta nota é de teste (ambiente de homologação) e não tem valor. Envie a fatura de verdade.';
  const wrong = unreadableNumber(info);
  return wrong === null
    ? null
    : `O campo ${wrong.field} da nota traz “${wrong.text.slice(0, 40)}”, que não é um número válido. ${again}`;
}

function readNote(
  info: XmlElement,
  { cancelled, answers }: { cancelled: ReadonlySet<string>; answers: ReadonlyMap<string, XmlElement> },
): ElectronicBill | string {
  const key = accessKeyIn(info.attributes.Id);
  if (key === null) return `Esta nota está sem a chave de acesso de 44 dígitos. ${again}`;
  const refusal = refusalOf(info, key, cancelled);
  if (refusal !== null) return refusal;
  const status = textAt(answers.get(key), 'cStat');
  if (status !== '' && !AUTHORIZED.includes(status))
    return `A Secretaria da Fazenda não autorizou a nota ${key}: “${textAt(answers.get(key), 'xMotivo')}”.`;
  const bill = readElectronicBill(info, key, status !== '');
  if (bill === null) return `Esta nota não traz o valor total. ${again}`;
  return bill.lines.length === 0 ? `Esta nota não traz nenhuma linha. ${again}` : bill;
}

/**
 * Reads the NF3e notes of the documents of one file, each once. A note that is cancelled, not authorised or incomplete is left
 * out; if no other note remains, `refusal` says why. A file with two contents of one note is refused, because the signature of
 * one of them says nothing about the other.
 */
export function readNotes(roots: readonly XmlElement[]): ReadNotes {
  const cancelled = cancelledKeys(roots);
  const infos = elementsNamed(roots, 'infNF3e');
  if (infos.length === 0) {
    const [key] = cancelled;
    const refusal =
      key === undefined
        ? otherDocument(roots)
        : `Este arquivo é o cancelamento da nota ${key}. Se ela já foi guardada, remova essa fatura.`;
    return { bills: [], refusal };
  }
  const ambiguous = ambiguousKey(infos);
  if (ambiguous !== null)
    return {
      bills: [],
      refusal: `O arquivo traz a nota ${ambiguous} mais de uma vez, com conteúdos diferentes. ${again}`,
    };
  const read = infos.map((info) => readNote(info, { cancelled, answers: protocols(roots) }));
  const bills = read.filter((one) => typeof one !== 'string');
  const unique = [...new Map(bills.map((bill) => [bill.accessKey, bill])).values()];
  if (unique.length > 0) return { bills: unique, refusal: null };
  return { bills: [], refusal: read.filter((one) => typeof one === 'string').join(' ') };
}

/** The element `NF3e` of a note, which contains its signature. */
export function noteElement(roots: readonly XmlElement[], accessKey: string): XmlElement | null {
  const isOfKey = (note: XmlElement) => accessKeyIn(elementAt(note, 'infNF3e')?.attributes.Id) === accessKey;
  return elementsNamed(roots, 'NF3e').find(isOfKey) ?? null;
}
