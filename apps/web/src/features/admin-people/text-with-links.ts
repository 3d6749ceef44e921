const LINK = /(https?:\/\/[^\s<>"]+)/;

/** A text cut where addresses begin and end; `at` is the place of a part in it. */
export const partsOf = (text: string): { at: number; part: string; isLink: boolean }[] => {
  let at = 0;
  return text.split(LINK).map((part, index) => {
    const place = at;
    at += part.length;
    return { at: place, part, isLink: index % 2 === 1 };
  });
};
