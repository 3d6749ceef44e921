/** An element of a parsed XML document. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  readonly prefix: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements and texts in document order. */
  readonly nodes: readonly (XmlElement | string)[];
}

/** The child elements, all or those with a name. */
export function childrenOf({ nodes }: XmlElement, name?: string): XmlElement[] {
  return nodes.filter(
    (node): node is XmlElement => typeof node !== 'string' && (name === undefined || node.name === name),
  );
}

/** The first element at a path of names below an element. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (found, name) => (found === undefined ? undefined : childrenOf(found, name)[0]),
    element,
  );
}

/** The trimmed text of the first element at a path; empty if there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  const texts = elementAt(element, ...path)?.nodes.filter((node) => typeof node === 'string');
  return (texts ?? []).join('').trim();
}

/** An element and all elements below it, in document order. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of childrenOf(element)) yield* elementsOf(child);
}

/** All elements of documents that have a name. */
export function elementsNamed(roots: readonly XmlElement[], name: string): XmlElement[] {
  return roots.flatMap((root) => [...elementsOf(root)].filter((element) => element.name === name));
}
