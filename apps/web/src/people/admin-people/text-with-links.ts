const LINK = /(https?:\/\/[^\s<>"]+)/;

/** A text cut where addresses begin and end; `at` is where a part begins in it. */
export const partsOf = (text: string): { at: number; part: string; isLink: boolean }[] => {
  let at = 0;
  return text.split(LINK).map((part, index) => {
    const begin = at;
    at += part.length;
    return { at: begin, part, isLink: index % 2 === 1 };
  });
};
